import type { PublicEvent } from '@kartis/contract/public-events.ts'
import type { TicketType } from '@kartis/contract/tickets.ts'
import { CART, orderLimitOf } from '@kartis/domain/limits.ts'
import { toShekels } from '@kartis/domain/money.ts'
import { can, type Role } from '@kartis/domain/permissions.ts'
import { isScarce, leftOf, saleState, saleStateWithin } from '@kartis/domain/ticket-type.ts'
import type { Lang } from '@kartis/i18n/lang.ts'
import { textIn } from '../../../platform/database/localized-text.ts'
import { producerPriceOf, type TicketTypeRow } from './ticket-type-queries.ts'

const stateOf = (row: TicketTypeRow, now: Date): TicketType['sale_state'] =>
  saleStateWithin(
    { published: row.event_status === 'published', endsAt: row.event_ends_at },
    saleState({ type: row.type, saleStartsAt: row.sale_starts_at, saleEndsAt: row.sale_ends_at }, now, leftOf(row)),
    now,
  )

export const viewTicketType = (row: TicketTypeRow, role: Role, now: Date): TicketType => ({
  uuid: row.id,
  event_uuid: row.event_id,
  name: row.name,
  info: row.info,
  type: row.type,
  price: toShekels(producerPriceOf(row)),
  service_fee: toShekels(row.price - producerPriceOf(row)),
  buyer_price: toShekels(row.price),
  purchase_limit: row.purchase_limit,
  sum_total_available: row.total,
  sold: row.sold,
  held: row.held,
  left: leftOf(row),
  sale_starts_at: row.sale_starts_at?.toISOString() ?? null,
  sale_ends_at: row.sale_ends_at?.toISOString() ?? null,
  sale_state: stateOf(row, now),
  position: row.position,
  texts: row.texts,
  created_at: row.created_at.toISOString(),
  can: {
    edit: can(role, 'ticket_type.edit'),
    delete: can(role, 'ticket_type.edit') && row.sold === 0 && row.held === 0,
  },
})

/**
 * A ticket type on the sale page. The remaining count is null when the producer hides it, unless it is scarce; then the
 * maximum of an order does not say it either, as long as something is left.
 */
export const viewPublicType = (
  row: TicketTypeRow,
  event: { order_limit?: number | null | undefined; hide_remaining?: boolean | undefined },
  lang: Lang,
  now: Date,
): PublicEvent['events_tickets'][number] => {
  const left = leftOf(row)
  const scarce = isScarce({ left, total: row.total })
  const isHidden = event.hide_remaining === true && !scarce
  const limit = Math.min(row.purchase_limit ?? CART.maxQuantityPerLine, orderLimitOf(event.order_limit))
  return {
    uuid: row.id,
    name: textIn(row.texts, lang, 'name') ?? row.name,
    info: textIn(row.texts, lang, 'info') ?? row.info,
    price: toShekels(row.price),
    service_fee: toShekels(row.price - producerPriceOf(row)),
    max_per_order: isHidden && left > 0 ? limit : Math.min(left, limit),
    left: isHidden ? null : left,
    scarce,
    sale_state: stateOf(row, now),
    sale_starts_at: row.sale_starts_at?.toISOString() ?? null,
    sale_ends_at: row.sale_ends_at?.toISOString() ?? null,
  }
}
