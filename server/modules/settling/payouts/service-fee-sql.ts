import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../../platform/database/db.ts'

/**
 * One row with `agorot`: the part of the revenue of the event with this id that its buyers paid as the service fee. It is
 * counted by valid ticket: the fee that its price had when it was ordered, less the share of it that a discount took off, rounded
 * half up. No ticket is read where buyers never bore the fee.
 */
export const serviceFeeRows = (eventId: RawBuilder<unknown>): RawBuilder<{ agorot: number }> => sql<{ agorot: number }>`
  select coalesce(sum((2 * f.service_fee::bigint * k.price + l.unit_price) / (2 * l.unit_price)), 0)::float8 as agorot
  from tickets k
  join orders o on o.event_id = k.event_id and o.id = k.order_id
  cross join lateral (
    select unit_price from order_lines
    where event_id = k.event_id and order_id = k.order_id and ticket_type_id = k.ticket_type_id
    order by position limit 1
  ) l
  cross join lateral (
    select service_fee from ticket_type_fees
    where event_id = k.event_id and ticket_type_id = k.ticket_type_id and price = l.unit_price
    order by since <= o.created_at desc, case when since <= o.created_at then since end desc, since limit 1
  ) f
  where k.event_id = ${eventId} and k.status = 'valid' and k.price > 0 and o.channel <> 'invitation'
    and exists (select from ticket_type_fees where event_id = ${eventId})`

/** The same of one event, in agorot. */
export const serviceFeeOf = async (db: Db, eventId: string): Promise<number> => {
  const { rows } = await serviceFeeRows(sql`${eventId}::uuid`).execute(db)
  return rows[0]?.agorot ?? 0
}
