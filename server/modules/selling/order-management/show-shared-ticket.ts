import type { SharedTicket } from '@kartis/contract/shared-tickets.ts'
import { gatesOfTicket } from '@kartis/domain/gate.ts'
import { isSold } from '@kartis/domain/order.ts'
import { type Refusal, refuse } from '@kartis/domain/refusal.ts'
import type { Lang } from '@kartis/i18n/lang.ts'
import { translatorFor } from '@kartis/i18n/server.ts'
import { type Download, download } from '../../../platform/http/download.ts'
import type { Platform } from '../../../platform/platform.ts'
import { attachmentsOf } from '../../people/attachments/index.ts'
import { anyEventRow, calendarOf, movedFromOf } from '../../catalogue/events/index.ts'
import { seatNamesIn } from '../../catalogue/seating/index.ts'
import { typeNamesIn } from '../../catalogue/ticket-types/index.ts'
import { eventOfToken, isTicketToken, linkedTicket, readOrder, seatsText, ticketUrl } from '../orders/index.ts'
import { gatesOf, readHolders, readTicket, viewTicket } from '../ticketing/index.ts'
import { laneIn, viewEvent } from './buyer-order-view.ts'

interface TicketLink {
  readonly ticketId: string
  readonly token: string
}

/** The ticket of a link with its order; undefined for a wrong token, and for a link that ended. */
const ticketOfLink = async ({ db, keys }: Platform, { ticketId, token }: TicketLink) => {
  const eventId = eventOfToken(token)
  const row = eventId && (await readTicket(db, eventId, ticketId.toLowerCase()))
  const order = row && (await readOrder(db, { eventId: row.event_id, orderId: row.order_id }))
  if (!order) return undefined
  const [holder] = await readHolders(db, [row.event_id], [row.id])
  const linked = linkedTicket(order, row, holder?.id)
  return isTicketToken(keys, token, linked) ? { row, order, linked, holder } : undefined
}

/**
 * One ticket for whoever has its own link: code, number and event, and nothing of its order, buyer or price. `not_found`
 * for a wrong token, and for a link that ended: the order's phone or e-mail was corrected, or the ticket was issued anew.
 */
export const showSharedTicket = async (
  platform: Platform,
  link: TicketLink,
  lang: Lang,
): Promise<SharedTicket | Refusal> => {
  const found = await ticketOfLink(platform, link)
  if (!found) return refuse('not_found')
  const { row, order, holder } = found
  const [event, images, typeNames, seatNames] = await Promise.all([
    anyEventRow(platform.db, row.event_id),
    attachmentsOf(platform, 'event', [row.event_id]),
    typeNamesIn(platform.db, [row.event_id], lang),
    seatNamesIn(platform.db, [row.event_id], lang),
  ])
  if (!event) return refuse('not_found')
  const name = typeNames(row.ticket_type_id, row.name)
  const { price: _price, ...view } = viewTicket(
    platform,
    { ...row, name, seat: row.seat && seatNames(row.event_id, row.seat) },
    order.number,
  )
  const ticket = { ...view, ...laneIn(event, row) }
  return {
    // The order may have been cancelled as a whole.
    ticket: isSold(order.status) ? ticket : { ...ticket, status: 'cancelled' },
    holder: holder?.holder_name ?? null,
    event: viewEvent(event, images.get(event.id) ?? [], lang),
    moved_from: movedFromOf(event, order.paid_at ?? order.created_at),
    doors_at: event.settings.doors_at ?? null,
    gates: gatesOfTicket({ gates: gatesOf(event), seatGates: [] }, row.ticket_type_id, row.seat?.gate),
  }
}

/** The calendar file of one ticket by its own link. `order_state` once it is cancelled: nobody should plan the evening. */
export const sharedTicketCalendar = async (
  platform: Platform,
  link: TicketLink,
  lang: Lang,
): Promise<Download | Refusal> => {
  const found = await ticketOfLink(platform, link)
  const event = found && (await anyEventRow(platform.db, found.row.event_id))
  if (!event) return refuse('not_found')
  const { row, order, linked } = found
  if (!isSold(order.status) || row.status !== 'valid')
    return refuse('order_state', { detail: { status: order.status } })
  const names = await seatNamesIn(platform.db, [row.event_id], lang)
  const seat = seatsText(row.seat ? [names(row.event_id, row.seat)] : [], translatorFor(lang), lang)
  const calendar = calendarOf(event, ticketUrl(platform, linked), lang, seat)
  return download({ name: `${event.slug}.ics`, type: 'text/calendar; charset=utf-8' }, Buffer.from(calendar))
}
