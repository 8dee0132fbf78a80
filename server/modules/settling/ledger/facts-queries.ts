import type { CardBucket } from '@kartis/domain/card-bucket.ts'
import type { Holder } from '@kartis/domain/ledger.ts'
import type { SettlementMode } from '@kartis/domain/settlement.ts'
import { sql } from 'kysely'
import type { Db, Tx } from '../../../platform/database/db.ts'

/** A paid payment as the ledger books it. */
export interface PaymentFact {
  readonly id: string
  readonly account_id: string
  readonly event_id: string
  readonly order_id: string
  /** agorot */
  readonly amount: number
  readonly method: 'card' | 'cash' | 'terminal'
  readonly bucket: CardBucket | null
  readonly paid_at: Date
  /** By the contract of that time; null: the installation's. */
  readonly mode: SettlementMode | null
  /** Charged on a terminal of the account. */
  readonly own_terminal: boolean
}

const PAYMENT_FACT = sql`
  p.id, p.account_id, p.event_id, p.order_id, p.amount, p.method, p.bucket, coalesce(p.paid_at, p.created_at) as paid_at,
  exists (select from payment_terminals t where t.id = p.terminal_id and t.account_id is not null) as own_terminal, (
    select c.settlement_mode from account_contracts c
    where c.account_id = p.account_id and c.valid_from <= coalesce(p.paid_at, p.created_at)
    order by c.valid_from desc, c.id desc limit 1
  ) as mode`

/** Paid payments by event and id. */
export const readPaid = async (
  tx: Tx,
  keys: readonly { readonly eventId: string; readonly id: string }[],
): Promise<PaymentFact[]> => {
  const { rows } = await sql<PaymentFact>`
    select distinct on (p.event_id, p.id) ${PAYMENT_FACT}
    from unnest(${keys.map(({ eventId }) => eventId)}::uuid[], ${keys.map(({ id }) => id)}::uuid[]) as k (event_id, id)
    join payments p on p.event_id = k.event_id and p.id = k.id
    where p.status = 'paid'`.execute(tx)
  return rows
}

/** The paid payments of an event after `after`, in order of their ids. */
export const readPaidOfEvent = async (
  tx: Tx,
  eventId: string,
  after: string | null,
  limit: number,
): Promise<PaymentFact[]> => {
  const { rows } = await sql<PaymentFact>`
    select ${PAYMENT_FACT} from payments p
    where p.event_id = ${eventId} and p.status = 'paid' and (${after}::uuid is null or p.id > ${after}::uuid)
    order by p.id limit ${limit}`.execute(tx)
  return rows
}

/** The paid payments of orders, by order; the first of each. */
export const readPaidOfOrders = async (
  tx: Tx,
  keys: readonly { readonly eventId: string; readonly orderId: string }[],
): Promise<PaymentFact[]> => {
  const { rows } = await sql<PaymentFact>`
    select distinct on (p.event_id, p.order_id) ${PAYMENT_FACT}
    from unnest(${keys.map(({ eventId }) => eventId)}::uuid[], ${keys.map(({ orderId }) => orderId)}::uuid[])
      as k (event_id, order_id)
    join payments p on p.event_id = k.event_id and p.order_id = k.order_id
    where p.status = 'paid' order by p.event_id, p.order_id, p.created_at, p.id`.execute(tx)
  return rows
}

/** A refund, or what was refunded of a payment without a refund of its own (`id` is the payment's then). */
export interface RefundFact {
  readonly id: string
  readonly payment_id: string
  /** agorot */
  readonly amount: number
  readonly created_at: Date
  /** Null while it is on its way. */
  readonly done_at: Date | null
  /** The producer handed the money back. */
  readonly by_hand: boolean
  /** The gateway refused it: it is owed by bank transfer. */
  readonly waits: boolean
}

/**
 * The refunds of payments that are on their way, waiting for a bank transfer or done, and as one more for each payment what its `refunded` has beyond
 * them: versions before refunds had rows of their own wrote only the sum.
 */
export const readRefundsOf = async (tx: Tx, eventId: string, paymentIds: readonly string[]): Promise<RefundFact[]> => {
  const { rows } = await sql<RefundFact>`
    with r as materialized (
      select id, payment_id, amount, created_at, case when status = 'done' then coalesce(done_at, created_at) end as done_at,
        way is not distinct from 'by_hand' as by_hand, waits
      from refunds
      where event_id = ${eventId} and payment_id = any(${[...paymentIds]}::uuid[]) and (status in ('queued', 'done') or waits)
    )
    select * from r
    union all
    select p.id, p.id, p.refunded - coalesce(k.amount, 0), coalesce(p.paid_at, p.created_at), coalesce(p.paid_at, p.created_at),
      false, false
    from payments p left join (select payment_id, sum(amount)::int as amount from r group by payment_id) k on k.payment_id = p.id
    where p.event_id = ${eventId} and p.id = any(${[...paymentIds]}::uuid[]) and p.status = 'paid'
      and p.refunded > coalesce(k.amount, 0)
    order by created_at, id`.execute(tx)
  return rows
}

/** A booked sale, by its payment. */
export interface BookedSale {
  readonly ref: string
  readonly account_id: string
  readonly event_id: string
  readonly order_id: string
  readonly holder: Holder
  readonly bucket: CardBucket | null
}

export const readSales = async (tx: Tx, paymentIds: readonly string[]): Promise<Map<string, BookedSale>> => {
  const ids = [...new Set(paymentIds)]
  const { rows } = await sql<BookedSale>`
    select ref, account_id, event_id, order_id, holder, bucket from journals
    where kind in ('sale', 'cash_sale') and ref = any(${ids}::text[])`.execute(tx)
  return new Map(rows.map((row) => [row.ref, row]))
}

/** Events with payments that are older than the ledger, at most `limit`. */
export const readUnbooked = async (db: Db, limit: number): Promise<string[]> => {
  const rows = await db.selectFrom('ledger_unbooked').select('event_id').limit(limit).execute()
  return rows.map((row) => row.event_id)
}

export const markBooked = async (tx: Tx, eventId: string): Promise<void> => {
  await tx.deleteFrom('ledger_unbooked').where('event_id', '=', eventId).execute()
}
