import { type RawBuilder, sql } from 'kysely'
import type { Tx } from '../../../platform/database/db.ts'
import type { UnpaidCause } from '../../../platform/notifications/message-budget.ts'
import type { Message } from '../../../platform/notifications/notifications.ts'
import type { MessageContent } from '../../../platform/notifications/template.ts'
import type { Platform } from '../../../platform/platform.ts'
import { linkedTicket, ticketUrl } from './ticket-link.ts'

/** A ticket that its buyer has given to another person, and whom to write to about it. */
export interface HeldTicket {
  readonly event_id: string
  readonly account_id: string
  readonly order_id: string
  readonly ticket_id: string
  readonly transfer_id: string
  readonly revision: number
  readonly link_turn: number
  /** Of the holder. */
  readonly phone: string
  readonly lang: string
  /** Agorot of the order: nobody paid for a message about a free one. */
  readonly total: number
}

const columns = sql`
  x.event_id, x.account_id, x.order_id, x.ticket_id, x.id as transfer_id, t.revision, o.link_turn,
  x.holder_phone as phone, coalesce(x.holder_lang, o.lang) as lang, o.total`

const held = sql`ticket_transfers x
  join tickets t on t.event_id = x.event_id and t.id = x.ticket_id
  join orders o on o.event_id = x.event_id and o.id = x.order_id`

interface Occasion {
  readonly eventId: string
  /** A page of the orders whose buyers are notified. */
  readonly orderIds: readonly string[]
  /** Tickets that were cancelled before it are nobody's concern. */
  readonly validAt: Date
  /** Whether the buyer of this order is notified, on whatever page. */
  readonly isNotified: (orderId: RawBuilder<string>) => RawBuilder<boolean>
}

/**
 * Who else is notified with the buyers of these orders: holders of their transferred tickets, each phone once in all pages, and none
 * who gets the same message as a buyer.
 */
export const readHoldersOf = async (
  tx: Tx,
  { eventId, orderIds, validAt, isNotified }: Occasion,
): Promise<HeldTicket[]> => {
  const { rows } = await sql<HeldTicket>`
    select distinct on (x.holder_phone) ${columns} from ${held}
    where x.event_id = ${eventId} and x.order_id = any(${[...orderIds]}::uuid[]) and x.state = 'accepted'
      and x.holder_phone is not null and (t.status = 'valid' or t.cancelled_at >= ${validAt})
      and not exists (
        select from orders b where b.event_id = ${eventId} and b.buyer_phone = x.holder_phone and ${isNotified(sql`b.id`)})
      and not exists (
        select from ticket_transfers y join tickets u on u.event_id = y.event_id and u.id = y.ticket_id
        where y.event_id = ${eventId} and y.holder_hash = x.holder_hash and y.state = 'accepted'
          and y.order_id < x.order_id and (u.status = 'valid' or u.cancelled_at >= ${validAt})
          and ${isNotified(sql`y.order_id`)})
    order by x.holder_phone, x.closed_at desc`.execute(tx)
  return rows
}

/** Whether somebody else than its buyer holds a ticket; `ticket` is what the statement calls the table of tickets. */
export const isHeld = (ticket: 't' | 'tickets'): RawBuilder<boolean> => sql<boolean>`exists (
  select from ticket_transfers where ticket_transfers.event_id = ${sql.ref(`${ticket}.event_id`)}
    and ticket_transfers.ticket_id = ${sql.ref(`${ticket}.id`)} and ticket_transfers.state = 'accepted')`

/** Of these orders, those whose buyers have transferred every ticket that was paid for: a refund is none of their concern. */
export const readWithoutOwn = async (
  tx: Tx,
  eventId: string,
  orderIds: readonly string[],
): Promise<ReadonlySet<string>> => {
  const { rows } = await sql<{ order_id: string }>`
    select t.order_id from tickets t
    where t.event_id = ${eventId} and t.order_id = any(${[...orderIds]}::uuid[]) and t.status = 'valid' and t.price > 0
    group by t.order_id having bool_and(${isHeld('t')})`.execute(tx)
  return new Set(rows.map(({ order_id }) => order_id))
}

/** Seats of an order. */
interface SeatsOfOrder {
  readonly eventId: string
  readonly orderId: string
  readonly seatNos: readonly number[]
}

/** Who holds tickets to these seats instead of the buyers; a phone once for each event. */
export const readHoldersOfSeats = async (tx: Tx, orders: readonly SeatsOfOrder[]): Promise<HeldTicket[]> => {
  const seats = orders.flatMap(({ eventId, orderId, seatNos }) =>
    seatNos.map((seatNo) => ({ eventId, orderId, seatNo })),
  )
  if (seats.length === 0) return []
  const { rows } = await sql<HeldTicket>`
    select distinct on (x.event_id, x.holder_phone) ${columns}
    from unnest(
      ${seats.map(({ eventId }) => eventId)}::uuid[], ${seats.map(({ orderId }) => orderId)}::uuid[],
      ${seats.map(({ seatNo }) => seatNo)}::int[]
    ) as s (event_id, order_id, seat_no)
    join (${held}) on x.event_id = s.event_id and x.order_id = s.order_id and t.seat_no = s.seat_no
    where x.state = 'accepted' and x.holder_phone is not null and t.status = 'valid'
    order by x.event_id, x.holder_phone, x.closed_at desc`.execute(tx)
  return rows
}

/** The page of a ticket as its holder has it. */
export const heldTicketUrl = (platform: Pick<Platform, 'keys' | 'settings'>, ticket: HeldTicket): string =>
  ticketUrl(platform, linkedTicket(ticket, { id: ticket.ticket_id, revision: ticket.revision }, ticket.transfer_id))

/** To the holder alone: the messages of an order are shown with it and are exported with its buyer's data. */
export const messageToHolder = (
  {
    phone,
    lang,
    account_id: accountId,
    event_id: eventId,
  }: Pick<HeldTicket, 'phone' | 'lang' | 'account_id' | 'event_id'>,
  content: MessageContent,
  unpaid?: UnpaidCause,
): Message => ({ channel: 'sms', to: phone, content, unpaid, lang, accountId, eventId })
