import type { Agorot } from '@kartis/domain/money.ts'
import type { RefundPayer } from '@kartis/domain/refund-transfer.ts'
import { type Refusal, refuse } from '@kartis/domain/refusal.ts'
import { sql } from 'kysely'
import type { Tx } from '../../../platform/database/db.ts'
import type { DomainEventType } from '../../../platform/domain-events/event-types.ts'
import type { Platform } from '../../../platform/platform.ts'
import { reserveAmount } from './refunds-queries.ts'

/** A refund that its gateway has refused for good. */
export interface RefusedRefund {
  readonly eventId: string
  readonly refundId: string
}

interface WaitingRow {
  readonly id: string
  readonly payment_id: string
  readonly order_id: string
  readonly account_id: string
  readonly amount: number
  readonly reason: string
  readonly last_error: string | null
  readonly created_at: Date
  /** What no dispute takes of the payment. */
  readonly undisputed: number
}

const readWaiting = async (tx: Tx, eventId: string, which: ReturnType<typeof sql<boolean>>): Promise<WaitingRow[]> => {
  const { rows } = await sql<WaitingRow>`
    select r.id, r.payment_id, r.order_id, p.account_id, r.amount, r.reason, r.last_error, r.created_at,
      p.amount - p.refunded - p.disputed as undisputed
    from refunds r join payments p on p.event_id = r.event_id and p.id = r.payment_id
    where r.event_id = ${eventId} and r.waits and (${which}) order by r.created_at, r.id for update`.execute(tx)
  return rows
}

const about = (row: WaitingRow, eventId: string, at: Date) => ({
  at,
  accountId: row.account_id,
  eventId,
  subject: row.id,
  data: { order: row.order_id, payment: row.payment_id, amount: row.amount },
})

/** Takes an amount off what waits of a payment; `isFree`: it may be refunded again. */
const takeWaiting = (tx: Tx, eventId: string, { payment_id: id, amount }: WaitingRow, isFree: boolean) =>
  tx
    .updateTable('payments')
    .set((column) => ({
      waiting: column('waiting', '-', amount),
      ...(isFree && { refunded: column('refunded', '-', amount) }),
    }))
    .where('event_id', '=', eventId)
    .where('id', '=', id)
    .execute()

/**
 * A person has handed back what waited: the refund is done. `payer`: whose money it was. False for one that does not wait, since a version of before has released
 * it. `refund_failed` when the charge is disputed.
 */
export const settleWaiting = async (
  platform: Platform,
  tx: Tx,
  { eventId, refundId, payer }: RefusedRefund & { readonly payer: RefundPayer },
): Promise<boolean | Refusal> => {
  const [row] = await readWaiting(tx, eventId, sql<boolean>`r.id = ${refundId}`)
  if (!row) return false
  if (row.undisputed < 0) return refuse('refund_failed')
  const now = platform.clock()
  await takeWaiting(tx, eventId, row, false)
  await tx
    .updateTable('refunds')
    .set({ status: 'done', waits: false, way: 'by_hand', done_at: now })
    .where('event_id', '=', eventId)
    .where('id', '=', row.id)
    .execute()
  const event = about(row, eventId, now)
  const data = { ...event.data, by_hand: true as const, ...(payer === 'operator' && { from_bank: true as const }) }
  await platform.domainEvents.append(tx, [{ ...event, type: 'refund.done', data }])
  return true
}

const withdraw = async (platform: Platform, tx: Tx, eventId: string, row: WaitingRow): Promise<void> => {
  await takeWaiting(tx, eventId, row, true)
  await markWaiting(tx, { eventId, refundId: row.id }, false)
  const type = 'refund.withdrawn' satisfies DomainEventType
  await platform.domainEvents.append(tx, [{ ...about(row, eventId, platform.clock()), type }])
}

/** What is still owed of a refund of which a part went back elsewhere. */
interface OwedRest {
  readonly amount: Agorot
  readonly of: WaitingRow
}

/**
 * Money of this amount went back elsewhere: it is what waits of the payment, the oldest first. What it covers in part is withdrawn as
 * well; the rest of it is returned, for `oweRest` once the money is recorded.
 */
export const withdrawPaid = async (
  platform: Platform,
  tx: Tx,
  { eventId, paymentId, amount }: { readonly eventId: string; readonly paymentId: string; readonly amount: Agorot },
): Promise<OwedRest | undefined> => {
  let covered = 0
  for (const row of await readWaiting(tx, eventId, sql<boolean>`r.payment_id = ${paymentId}`)) {
    covered += row.amount
    await withdraw(platform, tx, eventId, row)
    if (covered > amount) return { amount: covered - amount, of: row }
    if (covered === amount) return undefined
  }
  return undefined
}

/** The rest of a refund waits for a bank transfer in its place, since the same day. */
export const oweRest = async (platform: Platform, tx: Tx, eventId: string, { amount, of }: OwedRest): Promise<void> => {
  const at = platform.clock()
  const id = platform.newId()
  if (!(await reserveAmount(tx, eventId, of.payment_id, amount, true)))
    throw new Error('less is left than was withdrawn')
  await tx
    .insertInto('refunds')
    .values({
      event_id: eventId,
      id,
      payment_id: of.payment_id,
      order_id: of.order_id,
      amount,
      reason: of.reason,
      status: 'failed',
      waits: true,
      last_error: of.last_error,
      created_at: of.created_at,
      done_at: at,
      way: null,
    })
    .execute()
  await tx
    .updateTable('payments')
    .set((column) => ({ waiting: column('waiting', '+', amount) }))
    .where('event_id', '=', eventId)
    .where('id', '=', of.payment_id)
    .execute()
  const event = about({ ...of, id, amount }, eventId, at)
  await platform.domainEvents.append(tx, [
    { ...event, type: 'refund.requested' },
    { ...event, type: 'refund.failed', data: { ...event.data, waits: true, rest_of: of.id } },
  ])
}

const markWaiting = (tx: Tx, { eventId, refundId }: RefusedRefund, waits: boolean) =>
  tx.updateTable('refunds').set({ waits }).where('event_id', '=', eventId).where('id', '=', refundId).execute()

/**
 * Reserves the amount of a refused refund again, which versions of before have released: it waits for a bank transfer. False where
 * less is left of the payment: the money went back otherwise.
 */
export const holdRefused = async (
  tx: Tx,
  { eventId, refundId }: RefusedRefund,
  { paymentId, amount }: { readonly paymentId: string; readonly amount: Agorot },
): Promise<boolean> => {
  if (!(await reserveAmount(tx, eventId, paymentId, amount, true))) return false
  await tx
    .updateTable('payments')
    .set((column) => ({ waiting: column('waiting', '+', amount) }))
    .where('event_id', '=', eventId)
    .where('id', '=', paymentId)
    .execute()
  await markWaiting(tx, { eventId, refundId }, true)
  return true
}
