import { sql } from 'kysely'
import type { Db, Tx } from '../../../platform/database/db.ts'
import { isHeld } from '../orders/index.ts'

/** Who gets a message: holders of valid tickets of an event by one channel. */
export interface Audience {
  readonly eventId: string
  readonly channel: 'sms' | 'email'
  /** Tickets of this type only. */
  readonly ticketTypeId: string | null
  /** Only people with a ticket that has not entered yet. */
  readonly notEntered: boolean
}

/** The address of a channel, in the form in which it is compared: one person with several orders is one recipient. */
const addressOf = (channel: Audience['channel']) =>
  channel === 'sms' ? sql<string>`o.buyer_phone` : sql<string>`lower(o.buyer_email)`

/** Ticket `t` belongs to the audience. */
const isMeant = ({ ticketTypeId, notEntered }: Audience) => sql`t.status = 'valid'
  and (${ticketTypeId}::uuid is null or t.ticket_type_id = ${ticketTypeId}::uuid)
  and (not ${notEntered}::boolean or t.redeemed_at is null)`

/** Nobody else holds ticket `t`, as far as the channel reaches others: of them only the phone is known. */
const isOwn = (audience: Audience) =>
  audience.notEntered && audience.channel === 'sms' ? sql`not ${isHeld('t')}` : sql`true`

/**
 * Buyers, and the people who hold tickets of theirs. Whoever bought a ticket hears of it also once it is given away; that
 * somebody has not entered yet is said of a ticket to its holder alone.
 */
const recipients = (audience: Audience) => sql`
  select ${addressOf(audience.channel)} as address, o.id as order_id, o.lang, o.total = 0 as is_free, o.created_at,
    false as is_holder
  from orders o
  where o.event_id = ${audience.eventId} and o.status in ('paid', 'partially_refunded') and exists (
    select from tickets t where t.event_id = ${audience.eventId} and t.order_id = o.id
      and ${isMeant(audience)} and ${isOwn(audience)})
  union all
  select x.holder_phone, null, coalesce(x.holder_lang, o.lang), o.total = 0, o.created_at, true
  from ticket_transfers x
  join tickets t on t.event_id = x.event_id and t.id = x.ticket_id
  join orders o on o.event_id = x.event_id and o.id = x.order_id
  where ${audience.channel === 'sms'}::boolean and x.event_id = ${audience.eventId} and x.state = 'accepted'
    and x.holder_phone is not null and ${isMeant(audience)}`

/** Addresses of an audience, each once, and its orders without one. */
export const countRecipients = async (
  db: Db | Tx,
  audience: Audience,
): Promise<{ readonly recipients: number; readonly unreachable: number }> => {
  const { rows } = await sql<{ recipients: number; unreachable: number }>`
    select count(distinct address)::int as recipients, (count(*) filter (where address is null))::int as unreachable
    from (${recipients(audience)}) found`.execute(db)
  return rows[0] ?? { recipients: 0, unreachable: 0 }
}

export interface Recipient {
  readonly address: string
  /** Null of a holder: the messages of an order are its buyer's. */
  readonly order_id: string | null
  readonly lang: string
  readonly is_free: boolean
}

/** The next recipients after an address, in its order; each with the newest of the orders, as a buyer where they are both. */
export const readRecipientsAfter = async (
  tx: Tx,
  audience: Audience,
  after: string,
  limit: number,
): Promise<Recipient[]> => {
  const { rows } = await sql<Recipient>`
    select distinct on (address) address, order_id, lang, is_free from (${recipients(audience)}) found
    where address > ${after} order by address, is_holder, created_at desc limit ${limit}`.execute(tx)
  return rows
}
