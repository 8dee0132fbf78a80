import { admitTickets, scanTicket } from '@kartis/contract/admission.ts'
import { createStore } from '@kartis/ui/components/store.ts'
import { api } from '../api.ts'
import { ApiError } from '../api-error.ts'
import { cacheOwner } from '../offline/last-contact.ts'
import { database, type StoredScan } from '../offline/database.ts'
import { workspace } from '../storage.ts'

export interface UnsettledScans {
  /** Admitted here and not yet sent to the server. */
  readonly waiting: readonly StoredScan[]
  /** Sent, and refused by the server. */
  readonly refused: readonly StoredScan[]
}

/** The unsettled scans of the signed-in user in the current account. */
export const unsettledScans = createStore<UnsettledScans>({ waiting: [], refused: [] })

const inOrder = (scans: readonly StoredScan[]): StoredScan[] =>
  scans.toSorted((a, b) => a.scanned_at.localeCompare(b.scanned_at) || a.scan_uuid.localeCompare(b.scan_uuid))

/** Loads the unsettled scans from the device into the store. */
export const readUnsettledScans = async (): Promise<UnsettledScans> => {
  const [owner, account] = [cacheOwner(), workspace()]
  const all =
    owner === undefined
      ? []
      : await database.scans
          .where('owner')
          .equals(owner)
          .filter((scan) => scan.account === account)
          .toArray()
  const own = {
    waiting: inOrder(all.filter(({ state }) => state === 'waiting')),
    refused: inOrder(all.filter(({ state }) => state === 'refused')),
  }
  unsettledScans.write(own)
  return own
}

/** Queues an admission until the server has received it. Throws if it cannot be stored: nobody may be admitted then. */
export const saveScan = async (scan: StoredScan): Promise<void> => {
  await database.scans.put(scan)
  await readUnsettledScans()
}

/** Removes a refused scan after somebody has dealt with it. */
export const dismissScan = async (scanUuid: string): Promise<void> => {
  await database.scans.delete(scanUuid)
  await readUnsettledScans()
}

/** Whether the refusal is final: sending the scan again would not change it. */
const isFinal = ({ code, status }: ApiError): boolean =>
  /^S\d$/u.test(code) || code === 'idempotency_mismatch' || code === 'validation' || (status === 404 && code !== '404')

/** An entry by hand, with its reason. Its refusal is in the reply, and is thrown like that of a scan. */
const sendManual = async (scan: StoredScan, manual: NonNullable<StoredScan['manual']>): Promise<void> => {
  const { data } = await api(admitTickets, {
    retry: false,
    params: { uuid: scan.event },
    body: {
      tickets: [{ ticket_uuid: scan.text, scan_uuid: scan.scan_uuid }],
      ...manual,
      device_id: scan.device_id,
      gate: scan.gate,
      scanned_at: scan.scanned_at,
    },
  })
  const refusal = data.results[0]?.refusal
  if (refusal) throw new ApiError({ ...refusal, status: 409 })
}

const send = async (scan: StoredScan): Promise<void> => {
  if (scan.manual) return sendManual(scan, scan.manual)
  await api(scanTicket, {
    // The device decides by its own list, and the scan is sent again from its queue.
    retry: false,
    params: { uuid: scan.event },
    body: {
      ticket_uuid: scan.text,
      device_id: scan.device_id,
      gate: scan.gate,
      scanned_at: scan.scanned_at,
      scan_uuid: scan.scan_uuid,
    },
  })
}

/** False when the remaining scans have to wait. */
const settle = async (scan: StoredScan): Promise<boolean> => {
  try {
    await send(scan)
    await database.scans.delete(scan.scan_uuid)
    return true
  } catch (error) {
    if (!(error instanceof ApiError) || !isFinal(error)) return false
    const { code, description, detail } = error
    await database.scans.put({ ...scan, state: 'refused', refusal: { code, description, detail } })
    return true
  }
}

const sendAll = async (): Promise<void> => {
  const { waiting } = await readUnsettledScans()
  for (const scan of waiting) {
    const isSettled = await settle(scan)
    await readUnsettledScans()
    if (!isSettled) return
  }
}

let running: Promise<void> | undefined

const oneTabAtATime = async (): Promise<void> => {
  if (!('locks' in navigator)) return sendAll()
  await navigator.locks.request('kartis-unsent', sendAll)
}

/** Sends queued scans one at a time, oldest first. Each has its own uuid, so that a repeat is harmless. */
export const sendQueuedScans = (): Promise<void> => {
  running ??= oneTabAtATime()
    .catch(() => undefined)
    .finally(() => {
      running = undefined
    })
  return running
}
