import type { SharedTicket } from '@kartis/contract/shared-tickets.ts'
import { gatesOfType } from '@kartis/domain/gate.ts'
import { isSold } from '@kartis/domain/order.ts'
import { type Refusal, refuse } from '@kartis/domain/refusal.ts'
import type { Lang } from '@kartis/i18n/lang.ts'
import type { Platform } from '../../../platform/platform.ts'
import { attachmentsOf } from '../../people/attachments/index.ts'
import { anyEventRow } from '../../catalogue/events/index.ts'
import { typeNamesIn } from '../../catalogue/ticket-types/index.ts'
import { eventOfToken, isTicketToken, readOrder } from '../orders/index.ts'
import { gatesOf, readTicket, viewTicket } from '../ticketing/index.ts'
import { laneIn, viewEvent } from './buyer-order-view.ts'

/**
 * One ticket for whoever has its own link: code, number and event, and nothing of its order, buyer or price. `not_found`
 * for a wrong token, and for a link that ended when the order's phone or e-mail was corrected.
 */
export const showSharedTicket = async (
  platform: Platform,
  { ticketId, token }: { readonly ticketId: string; readonly token: string },
  lang: Lang,
): Promise<SharedTicket | Refusal> => {
  const eventId = eventOfToken(token)
  const row = eventId && (await readTicket(platform.db, eventId, ticketId.toLowerCase()))
  const order = row && (await readOrder(platform.db, { eventId: row.event_id, orderId: row.order_id }))
  if (!order) return refuse('not_found')
  const link = { eventId: row.event_id, ticketId: row.id, linkGeneration: order.link_turn }
  if (!isTicketToken(platform.keys, token, link)) return refuse('not_found')
  const [event, images, typeNames] = await Promise.all([
    anyEventRow(platform.db, row.event_id),
    attachmentsOf(platform, 'event', [row.event_id]),
    typeNamesIn(platform.db, [row.event_id], lang),
  ])
  if (!event) return refuse('not_found')
  const name = typeNames(row.ticket_type_id, row.name)
  const { price: _price, ...view } = viewTicket(platform, { ...row, name }, order.number)
  const ticket = { ...view, ...laneIn(event, row) }
  return {
    // The order may have been cancelled as a whole.
    ticket: isSold(order.status) ? ticket : { ...ticket, status: 'cancelled' },
    event: viewEvent(event, images.get(event.id) ?? [], lang),
    doors_at: event.settings.doors_at ?? null,
    gates: gatesOfType(gatesOf(event), row.ticket_type_id),
  }
}
