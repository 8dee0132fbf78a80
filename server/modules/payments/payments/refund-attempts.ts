import type { Selectable } from 'kysely'
import { sql } from 'kysely'
import { type Db, inTransaction, type Tx } from '../../../platform/database/db.ts'
import { isDatabaseAway } from '../../../platform/database/error-code.ts'
import { untilReachable } from '../../../platform/database/until-reachable.ts'
import type { RefundAttemptsTable } from './tables.ts'

type AttemptRow = Selectable<RefundAttemptsTable>

/** A refund and the payment that it is of. */
export interface AttemptedRefund {
  readonly event_id: string
  readonly id: string
  readonly payment_id: string
}

/** Milliseconds after which a request without an outcome counts as one whose process crashed: longer than any call lasts. */
const CRASHED_AFTER = 120_000

/** Milliseconds after which a gateway's list of transactions shows every request that reached it. */
const SETTLED_AFTER = 120_000

/** One that arrived is among them: a version before closed its refund in a later transaction, which may not have happened. */
const mayHaveArrived = ({ outcome }: Pick<AttemptRow, 'outcome'>): boolean => outcome !== 'refused'

export type Begun =
  | { readonly number: number; readonly firstSentAt: Date | null }
  /** `in_flight`: another process sends it; `settling`: the gateway's records may not show the last attempt yet; `other_open`: another refund of the same charge has an unknown outcome. */
  | { readonly wait: 'in_flight' | 'settling' | 'other_open' }

/** Attempts of this refund, and whether one of another refund of its payment may have arrived. The caller holds the payment's lock. */
const readAttempts = async (db: Db, refund: AttemptedRefund) => {
  const { rows } = await sql<AttemptRow & { own: boolean }>`
    select a.*, a.refund_id = ${refund.id} as own
    from refunds r join refund_attempts a on a.event_id = r.event_id and a.refund_id = r.id
    where r.event_id = ${refund.event_id} and r.payment_id = ${refund.payment_id} and r.status = 'queued'
    order by a.number`.execute(db)
  return { own: rows.filter(({ own }) => own), others: rows.filter(({ own }) => !own) }
}

interface Beginning {
  readonly refund: AttemptedRefund
  readonly gateway: { readonly refundKeys: boolean }
  readonly now: Date
  readonly onInsert: (number: number) => void
}

const insertAttempt = (db: Db, { refund, gateway, now, onInsert }: Beginning): Promise<Begun> =>
  inTransaction(db, async (tx) => {
    await tx
      .selectFrom('payments')
      .select('id')
      .where('event_id', '=', refund.event_id)
      .where('id', '=', refund.payment_id)
      .forUpdate()
      .execute()
    const { own, others } = await readAttempts(tx, refund)
    const last = own.at(-1)
    const age = last ? now.getTime() - last.sent_at.getTime() : Number.POSITIVE_INFINITY
    if (last?.outcome === null && age < CRASHED_AFTER) return { wait: 'in_flight' }
    if (!gateway.refundKeys) {
      if (last && mayHaveArrived(last) && age < SETTLED_AFTER) return { wait: 'settling' }
      if (others.some(mayHaveArrived)) return { wait: 'other_open' }
    }
    const number = (last?.number ?? 0) + 1
    onInsert(number)
    await tx
      .insertInto('refund_attempts')
      .values({ event_id: refund.event_id, refund_id: refund.id, number, sent_at: now, outcome: null, code: null })
      .execute()
    return { number, firstSentAt: own.find(mayHaveArrived)?.sent_at ?? null }
  })

/** Removes an attempt whose request was never sent. */
const removeAttempt = async (db: Db, refund: AttemptedRefund, number: number, sentAt: Date): Promise<void> => {
  await db
    .deleteFrom('refund_attempts')
    .where('event_id', '=', refund.event_id)
    .where('refund_id', '=', refund.id)
    .where('number', '=', number)
    .where('sent_at', '=', sentAt)
    .where('outcome', 'is', null)
    .execute()
}

/**
 * Writes that a refund is about to be sent; committed before the request, so that a crash leaves a trace. A gateway without
 * refund keys tells two refunds of a charge apart by their sums only: there one waits while another is unknown, and an
 * unknown one until the gateway's records had the time to show it. Where the connection broke at the commit, the trace is
 * removed before the error is thrown: nothing was sent, and the next attempt would wait for an outcome that never comes.
 */
export const beginAttempt = async (
  db: Db,
  refund: AttemptedRefund,
  gateway: { readonly refundKeys: boolean },
  now: Date,
): Promise<Begun> => {
  const inserted: number[] = []
  try {
    return await insertAttempt(db, { refund, gateway, now, onInsert: (number) => void inserted.push(number) })
  } catch (error) {
    const number = inserted.at(-1)
    if (number !== undefined && isDatabaseAway(error))
      await untilReachable(() => removeAttempt(db, refund, number, now))
    throw error
  }
}

/** Writes the outcome of an attempt, in the transaction that closes its refund. */
export const endAttempt = async (
  tx: Tx,
  refund: AttemptedRefund,
  number: number,
  end: { readonly outcome: NonNullable<AttemptRow['outcome']>; readonly code: string | null },
): Promise<void> => {
  await tx
    .updateTable('refund_attempts')
    .set(end)
    .where('event_id', '=', refund.event_id)
    .where('refund_id', '=', refund.id)
    .where('number', '=', number)
    .execute()
}
