import { sql } from 'kysely'
import type { Tx } from '../../../platform/database/db.ts'

/**
 * Locks phones of an event, so that two orders of one phone are decided one after the other. Phones come after the
 * counters and before the coupons in the order of locks; a caller locks all of them at once, sorted.
 */
export const lockPhones = async (tx: Tx, eventId: string, hashes: readonly string[]): Promise<void> => {
  await sql`
    insert into limit_phones (event_id, phone_hash)
    select ${eventId}::uuid, hash from unnest(${[...new Set(hashes)].toSorted()}::text[]) as hash
    on conflict (event_id, phone_hash) do update set phone_hash = excluded.phone_hash`.execute(tx)
}

/** Phone hash to ticket type id to count. */
export type Bought = ReadonlyMap<string, ReadonlyMap<string, number>>

/**
 * Tickets of phones at an event, by phone and ticket type: those in open orders, the valid ones of paid orders, also once they
 * were given to other people, and those that others gave to the phone. An order at the gateway counts until it has really ended. The caller holds the locks of the phones.
 */
export const readBought = async (
  tx: Tx,
  eventId: string,
  hashes: readonly string[],
  now: Date,
  exceptOrderId: string | null = null,
): Promise<Bought> => {
  const { rows } = await sql<{ phone: string; type_id: string; quantity: number }>`
    with o as materialized (
      select id, limit_phone, status, expires_at from orders
      where event_id = ${eventId} and limit_phone = any(${[...hashes]}::text[])
        and limit_phone is not null and id is distinct from ${exceptOrderId}::uuid
    ), counted as (
      select o.limit_phone, l.ticket_type_id, l.quantity from o
      join order_lines l on l.event_id = ${eventId} and l.order_id = o.id
      where o.status = 'pending_payment' or (o.status = 'reserved' and o.expires_at > ${now})
      union all
      select o.limit_phone, t.ticket_type_id, 1 from o
      join tickets t on t.event_id = ${eventId} and t.order_id = o.id
      where o.status in ('paid', 'partially_refunded') and t.status = 'valid'
      union all
      select x.holder_hash, t.ticket_type_id, 1 from ticket_transfers x
      join tickets t on t.event_id = ${eventId} and t.id = x.ticket_id
      join orders b on b.event_id = ${eventId} and b.id = x.order_id
      where x.event_id = ${eventId} and x.holder_hash = any(${[...hashes]}::text[]) and x.state = 'accepted'
        and t.status = 'valid' and b.limit_phone is distinct from x.holder_hash
    )
    select limit_phone as phone, ticket_type_id as type_id, sum(quantity)::int as quantity
    from counted group by 1, 2`.execute(tx)
  const bought = new Map<string, Map<string, number>>()
  for (const { phone, type_id, quantity } of rows) {
    const types = bought.get(phone) ?? new Map<string, number>()
    types.set(type_id, quantity)
    bought.set(phone, types)
  }
  return bought
}

export interface PhoneLimits {
  readonly phoneLimit: boolean | number | null
  readonly types: readonly { readonly id: string; readonly purchase_limit: number | null }[]
}

/** The limits of an event per phone. */
export const readPhoneLimits = async (tx: Tx, eventId: string): Promise<PhoneLimits> => {
  const { rows } = await sql<{
    phone_limit: boolean | number | null
    id: string | null
    purchase_limit: number | null
  }>`
    select e.settings -> 'limit_per_phone' as phone_limit, t.id, t.purchase_limit
    from events e left join ticket_types t on t.event_id = e.id
    where e.id = ${eventId}`.execute(tx)
  return {
    phoneLimit: rows[0]?.phone_limit ?? null,
    types: rows.flatMap(({ id, purchase_limit }) => (id === null ? [] : [{ id, purchase_limit }])),
  }
}
