import { sql } from 'kysely'
import type { Db, Tx } from '../../../platform/database/db.ts'
import type { OrderRow } from '../orders/index.ts'

/** Who gets a message: holders of valid tickets of an event by one channel. */
export interface Audience {
  readonly eventId: string
  readonly channel: 'sms' | 'email'
  /** Tickets of this type only. */
  readonly ticketTypeId: string | null
  /** Only orders of which a ticket has not entered yet. */
  readonly notEntered: boolean
}

/** The address of a channel, in the form in which it is compared: one person with several orders is one recipient. */
const addressOf = (channel: Audience['channel']) =>
  channel === 'sms' ? sql<string>`o.buyer_phone` : sql<string>`lower(o.buyer_email)`

const holders = ({ eventId, ticketTypeId, notEntered }: Audience) => sql`
  from orders o
  where o.event_id = ${eventId} and o.status in ('paid', 'partially_refunded') and exists (
    select from tickets t where t.event_id = ${eventId} and t.order_id = o.id and t.status = 'valid'
      and (${ticketTypeId}::uuid is null or t.ticket_type_id = ${ticketTypeId}::uuid)
      and (not ${notEntered}::boolean or t.redeemed_at is null))`

/** Addresses of an audience, each once, and its orders without one. */
export const countRecipients = async (
  db: Db | Tx,
  audience: Audience,
): Promise<{ readonly recipients: number; readonly unreachable: number }> => {
  const address = addressOf(audience.channel)
  const { rows } = await sql<{ recipients: number; unreachable: number }>`
    select count(distinct ${address})::int as recipients,
           (count(*) filter (where ${address} is null))::int as unreachable
    ${holders(audience)}`.execute(db)
  return rows[0] ?? { recipients: 0, unreachable: 0 }
}

export interface Recipient extends Pick<OrderRow, 'id' | 'lang'> {
  readonly address: string
  readonly is_free: boolean
}

/** The next recipients after an address, in its order; each with the newest of the orders. */
export const readRecipientsAfter = async (
  tx: Tx,
  audience: Audience,
  after: string,
  limit: number,
): Promise<Recipient[]> => {
  const address = addressOf(audience.channel)
  const { rows } = await sql<Recipient>`
    select distinct on (address) * from (
      select ${address} as address, o.id, o.lang, o.total = 0 as is_free, o.created_at ${holders(audience)} and ${address} > ${after}
    ) found order by address, created_at desc limit ${limit}`.execute(tx)
  return rows
}
