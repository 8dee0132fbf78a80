import { sql } from 'kysely'
import type { Db, Tx } from '../../../platform/database/db.ts'
import type { Subject } from './person-queries.ts'

/** A ticket of another person's order that the person holds. */
export interface HeldTicketRow {
  /** Of the order. */
  readonly order_number: string
  readonly position: number
  readonly name: string
  readonly status: 'valid' | 'cancelled'
  readonly redeemed_at: Date | null
  readonly event_id: string
  readonly event_name: string
  readonly starts_at: Date
  readonly held_since: Date
  readonly holder_name: string | null
  readonly holder_phone: string
  /** It may still be used. */
  readonly is_upcoming: boolean
}

/** Tickets that others bought and gave to the person, the latest first. Of holders only the phone is known. */
export const ticketsHeldBy = async (
  db: Db | Tx,
  { phone, accountId }: Subject,
  now: Date,
): Promise<HeldTicketRow[]> => {
  if (phone === undefined) return []
  const { rows } = await sql<HeldTicketRow>`
    select o.number::text as order_number, t.position, t.name, t.status, t.redeemed_at, e.id as event_id,
      e.name as event_name, e.starts_at, x.closed_at as held_since, x.holder_name, x.holder_phone,
      t.status = 'valid' and t.redeemed_at is null and e.ends_at > ${now} and e.status <> 'archived' as is_upcoming
    from ticket_transfers x
    join tickets t on t.event_id = x.event_id and t.id = x.ticket_id
    join orders o on o.event_id = x.event_id and o.id = x.order_id
    join events e on e.id = x.event_id
    where x.holder_phone = ${phone} and x.state = 'accepted'
      and (${accountId ?? null}::uuid is null or x.account_id = ${accountId ?? null}::uuid)
    order by x.closed_at desc, x.id desc`.execute(db)
  return rows
}

/** Messages to holders of tickets; those of an order are its buyer's. */
export interface HolderMessage {
  readonly channel: string
  readonly to: string
  readonly text: string
  readonly status: string
  readonly at: Date
}

/** What was written to a phone about these events and no order of its own, without the tokens of links. */
export const messagesToHolder = async (
  db: Db,
  phone: string,
  eventIds: readonly string[],
): Promise<HolderMessage[]> => {
  const { rows } = await sql<HolderMessage>`
    select m.channel, m."to", regexp_replace(m.text, 'token=[[:alnum:]_-]+', 'token=…', 'g') as text, m.status,
      m.created_at as at
    from messages m
    where m."to" = ${phone} and m.order_id is null and m.event_id = any(${[...new Set(eventIds)]}::uuid[])
    order by m.created_at`.execute(db)
  return rows
}
