import { asLang, DEFAULT_LANG, type Lang } from '@kartis/i18n/lang.ts'
import type { Platform } from '../../../platform/platform.ts'
import type { Tx } from '../../../platform/database/db.ts'
import type { DomainEvent, Subscription } from '../../../platform/domain-events/domain-events.ts'
import type { Message } from '../../../platform/notifications/notifications.ts'
import type { MessageContent } from '../../../platform/notifications/template.ts'
import type { EventRow } from '../../catalogue/events/index.ts'
import { type SeatNamesIn, seatNamesIn } from '../../catalogue/seating/index.ts'
import { organiserOf } from '../../people/accounts/index.ts'
import { enqueueMovedPages } from './event-moved.ts'
import { heldTicketUrl, messageToHolder, readHoldersOfSeats } from './held-tickets.ts'
import { eventNameIn, eventOf, eventParams, messagesTo, orderLinks, ticketsUrl } from './order-messages.ts'
import type { PrintedSeat } from '../inventory/index.ts'
import { type OrderRow, readOrders, readSeatsOf } from './orders-queries.ts'
import {
  cancellationRequested,
  cancellationToDecide,
  invitationTickets,
  orderCancelled,
  paymentRefundedLate,
  refundDone,
  seatsChanged,
  ticketsReady,
} from './templates.ts'

const ABOUT_ORDERS = [
  'order.paid',
  'order.tickets_resent',
  'order.tickets_cancelled',
  'order.payment_returned',
  'order.cancellation_requested',
  'order.seats_changed',
] as const
const TYPES = [...ABOUT_ORDERS, 'event.moved'] as const

type OrderEvent = DomainEvent<(typeof ABOUT_ORDERS)[number]>

/** What messages say beside the order itself. */
interface Context {
  readonly event: EventRow
  /** Name of the account that invites. */
  readonly organiser: string
  /** Of the order's valid tickets, where they are numbered. */
  readonly seats: readonly PrintedSeat[] | undefined
  /** In the language of the order. */
  readonly seatNames: SeatNamesIn
}

/** The link to `count` tickets, sold or given. */
const ticketsLink = (
  platform: Platform,
  order: OrderRow,
  { event, organiser, seats, seatNames }: Context,
  count: number,
) => {
  const params = {
    ...eventParams(event, order.lang),
    count,
    seats: seats?.map((seat) => seatNames(event.id, seat)),
    link: ticketsUrl(platform, order),
    more: orderLinks(platform, order, event),
  }
  if (order.channel === 'invitation')
    return invitationTickets({ ...params, name: order.buyer_name ?? '', from: organiser })
  const replaced = order.replaced_seats?.map((seat) => seatNames(event.id, seat))
  return ticketsReady({ ...params, replaced, number: order.number, ...(order.total > 0 && { total: order.total }) })
}

/** Nothing for an order that had no address when it was paid: the link is sent on request. */
const contentOf = (
  platform: Platform,
  order: OrderRow,
  context: Context,
  change: OrderEvent,
): MessageContent | undefined => {
  const { number } = order
  if (change.type === 'order.tickets_cancelled') {
    if (change.data.quiet) return undefined
    const { tickets: count, refund, left = 0, held = 0, fee = 0 } = change.data
    return orderCancelled({ ...eventParams(context.event, order.lang), number, count, left, held, refund, fee })
  }
  if (change.type === 'order.payment_returned') {
    const template = change.data.late ? paymentRefundedLate : refundDone
    return template({ event: eventNameIn(context.event, order.lang), number, amount: change.data.amount })
  }
  if (change.type === 'order.cancellation_requested')
    return cancellationRequested({ event: eventNameIn(context.event, order.lang), number })
  if (change.type === 'order.seats_changed')
    return seatsChanged({
      ...eventParams(context.event, order.lang),
      seats: change.data.seats.map((seat) => context.seatNames(context.event.id, seat)),
      link: ticketsUrl(platform, order),
    })
  if (change.type === 'order.paid' && !change.data.contact) return undefined
  return ticketsLink(platform, order, context, change.data.tickets)
}

/**
 * Whether the message counts against the budgets: it can be caused again and again at no cost. Invitations and tickets sent
 * again were counted by the transaction that promised them, unless the contact was changed since (`link_turn`).
 */
const isUnpaid = (order: OrderRow, change: OrderEvent): boolean => {
  if (change.type === 'order.tickets_resent') return change.data.link_turn !== order.link_turn
  if (change.type === 'order.paid' && order.channel === 'invitation') return order.link_turn > 0
  return order.total === 0 || change.type === 'order.cancellation_requested'
}

/** Each value is loaded once for a batch. */
const once = <T>(load: (key: string) => Promise<T>) => {
  const loaded = new Map<string, Promise<T>>()
  return (key: string): Promise<T> => {
    const value = loaded.get(key) ?? load(key)
    loaded.set(key, value)
    return value
  }
}

/** The producer's own message of a request to cancel, at the account's address. */
const toProducer = async (platform: Platform, tx: Tx, order: OrderRow, event: EventRow): Promise<Message[]> => {
  const organiser = await organiserOf(tx, order.account_id, DEFAULT_LANG)
  if (!organiser?.email) return []
  const link = `${platform.settings.publicUrl}/events/${order.event_id}/sold-tickets?order=${order.id}`
  const content = cancellationToDecide({ event: event.name, number: order.number, link })
  const about = { accountId: order.account_id, eventId: order.event_id, orderId: order.id }
  return [{ content, channel: 'email', to: organiser.email, lang: DEFAULT_LANG, ...about }]
}

/** Whoever holds a ticket to a seat that changed, unless the same batch tells this phone as a buyer. */
const seatsToHolders = async (
  platform: Platform,
  tx: Tx,
  changes: readonly OrderEvent[],
  written: readonly Message[],
): Promise<Message[]> => {
  const seats = changes.flatMap(({ eventId, subject: orderId, ...change }) =>
    change.type === 'order.seats_changed'
      ? [{ eventId: eventId ?? '', orderId, seatNos: change.data.seats.map(({ seat_no: seatNo }) => seatNo) }]
      : [],
  )
  const holders = await readHoldersOfSeats(tx, seats)
  const about = written.filter(({ content }) => content.template === 'seats_changed')
  const asBuyers = new Set(about.map(({ eventId, to }) => `${eventId} ${to}`))
  const events = once((id) => eventOf(tx, id))
  const messages: Message[] = []
  for (const holder of holders) {
    if (asBuyers.has(`${holder.event_id} ${holder.phone}`)) continue
    const event = await events(holder.event_id)
    const content = seatsChanged({ ...eventParams(event, holder.lang), link: heldTicketUrl(platform, holder) })
    messages.push(messageToHolder(holder, content, holder.total === 0 ? { network: null } : undefined))
  }
  return messages
}

/** Orders as they are now: a contact corrected meanwhile gets the message, an erased one gets none. */
const allMessages = async (platform: Platform, tx: Tx, changes: readonly OrderEvent[]): Promise<Message[]> => {
  const keys = changes.map(({ eventId, subject }) => ({ eventId: eventId ?? '', orderId: subject }))
  const orders = new Map((await readOrders(tx, keys)).map((order) => [order.id, order]))
  const events = once((id) => eventOf(tx, id))
  const organisers = once(async (key) => {
    const [id = '', lang] = key.split(' ')
    return (await organiserOf(tx, id, asLang(lang) ?? DEFAULT_LANG))?.name ?? ''
  })
  // Read for the whole batch, and only when an event of it has seats.
  const loadSeats = once(() => readSeatsOf(tx, keys))
  const seatsOf = () => loadSeats('')
  const namesIn = once((lang) =>
    seatNamesIn(
      tx,
      keys.map(({ eventId }) => eventId),
      lang as Lang,
    ),
  )
  const messages: Message[] = []
  for (const change of changes) {
    const order = orders.get(change.subject)
    if (!order) continue
    const organiser = order.channel === 'invitation' ? await organisers(`${order.account_id} ${order.lang}`) : ''
    const event = await events(order.event_id)
    const seats = event.kind === 'seats' ? (await seatsOf()).get(order.id) : undefined
    const seatNames = await namesIn(event.kind === 'seats' ? (asLang(order.lang) ?? DEFAULT_LANG) : DEFAULT_LANG)
    const content = contentOf(platform, order, { event, organiser, seats, seatNames }, change)
    if (content)
      messages.push(...messagesTo(order, content, isUnpaid(order, change) ? { network: order.network } : undefined))
    if (change.type === 'order.cancellation_requested') messages.push(...(await toProducer(platform, tx, order, event)))
  }
  return [...messages, ...(await seatsToHolders(platform, tx, changes, messages))]
}

/** Messages to buyers and guests: tickets ready, cancelled, payment returned, seats changed, event moved. */
export const orderNotifications = (platform: Platform): Subscription<(typeof TYPES)[number]> => ({
  name: 'orders.notifications',
  types: TYPES,
  handle: async (tx, events) => {
    const aboutOrders = events.filter((event) => event.type !== 'event.moved')
    if (aboutOrders.length > 0) await platform.notifications.sendMany(tx, await allMessages(platform, tx, aboutOrders))
    for (const event of events)
      if (event.type === 'event.moved') await enqueueMovedPages(platform, tx, event.subject, event.data)
  },
})
