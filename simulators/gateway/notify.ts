// A notify is Tranzila's own name for its webhook; the tables of all simulators keep it.
import { type DueNotify, leaseNotifies, settleNotify } from './notifies.ts'
import type { SimulatorOptions } from './options.ts'

const TIMEOUT_MS = 10_000

/** Sends up to 20 due notifies in parallel; returns how many were attempted. */
export const deliverDue = async (options: SimulatorOptions): Promise<number> => {
  const due = await leaseNotifies(options.db, options.now())
  await deliverAll(options, due)
  return due.length
}

/** Sends notifies that the caller has leased, in parallel. */
export const deliverAll = async (options: SimulatorOptions, due: readonly DueNotify[]): Promise<void> => {
  await Promise.all(due.map((notify) => deliver(options, notify)))
}

/** Sends one notify. After a failure it is due again in 2^attempts seconds; the lease has counted this attempt. */
const deliver = async (options: SimulatorOptions, notify: DueNotify): Promise<void> => {
  const status = await send(options, notify)
  const now = options.now()
  await settleNotify(
    options.db,
    notify.id,
    status.startsWith('2')
      ? { delivered_at: now, last_status: status }
      : { delivered_at: null, due_at: new Date(now.getTime() + 1000 * 2 ** notify.attempts), last_status: status },
  )
}

/** The HTTP status, or the name of the exception when there was no response. */
const send = async (options: SimulatorOptions, notify: DueNotify): Promise<string> => {
  try {
    const response = await options.fetch(notify.url, {
      method: 'POST',
      headers: notify.headers,
      body: notify.body,
      redirect: 'manual',
      signal: AbortSignal.timeout(TIMEOUT_MS),
    })
    return String(response.status)
  } catch (error) {
    return error instanceof Error ? error.name : 'unreachable'
  }
}
