import { inEvent } from '../../../platform/database/unindexed.ts'
import { sql } from 'kysely'
import type { Tx } from '../../../platform/database/db.ts'
import type { StockChange } from '../inventory/index.ts'

/** What ended reservations give back: tickets by type, uses by coupon, and the seats of some orders. */
export interface Freed {
  readonly stock: readonly StockChange[]
  readonly uses: readonly { readonly couponId: string; readonly quantity: number }[]
  /** Ids of those that had seats. */
  readonly seated: readonly string[]
}

/**
 * Ends expired reservations of an event, skipping those that are locked, and returns what they held. None of them was
 * sent to a gateway, so no gateway has to be queried, and no event is written: a reservation is inventory.
 */
export const expireReserved = async (tx: Tx, eventId: string, now: Date, limit: number): Promise<Freed> => {
  const { rows } = await sql<{ kind: 'type' | 'coupon' | 'seated'; id: string; quantity: number }>`
    with over as (
      select id from orders
      where event_id = ${eventId} and status = 'reserved' and expires_at <= ${now}
      order by expires_at limit ${limit} for update skip locked
    ), closed as (
      update orders o set status = 'expired', closed_at = ${now}
      from over where ${inEvent('o.event_id', eventId)} and o.id = over.id
      returning o.id, o.coupon_id
    ), recorded as (
      insert into order_history (event_id, id, order_id, kind, created_at)
      select ${eventId}::uuid, gen_random_uuid(), closed.id, 'expired', ${now} from closed
    )
    select 'type' as kind, l.ticket_type_id as id, sum(l.quantity)::int as quantity
    from closed join order_lines l on l.event_id = ${eventId} and l.order_id = closed.id
    group by l.ticket_type_id
    union all
    select 'coupon', coupon_id, count(*)::int from closed where coupon_id is not null group by coupon_id
    union all
    select distinct 'seated', closed.id, 0
    from closed join order_lines l on l.event_id = ${eventId} and l.order_id = closed.id
    where l.seats is not null`.execute(tx)
  const of = (kind: (typeof rows)[number]['kind']) => rows.filter((row) => row.kind === kind)
  return {
    stock: of('type').map(({ id, quantity }) => ({ typeId: id, quantity })),
    uses: of('coupon').map(({ id, quantity }) => ({ couponId: id, quantity })),
    seated: of('seated').map(({ id }) => id),
  }
}
