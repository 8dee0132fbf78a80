import type { sell } from '@kartis/contract/box-office.ts'
import type { BodyOf } from '@kartis/contract/endpoint.ts'
import { isOnSale } from '@kartis/domain/event.ts'
import { type Agorot, sum, toAgorot, toShekels } from '@kartis/domain/money.ts'
import { parsePhone } from '@kartis/domain/phone.ts'
import { overPurchaseLimit } from '@kartis/domain/purchase-limit.ts'
import { isRefusal, type Refusal, refuse, refuseField } from '@kartis/domain/refusal.ts'
import { seatItemsOf } from '@kartis/domain/seat-items.ts'
import { tidy } from '@kartis/domain/text.ts'
import { windowState } from '@kartis/domain/ticket-type.ts'
import type { Platform } from '../../../platform/platform.ts'
import { type EventRow, eventRow } from '../../catalogue/events/index.ts'
import type { BoxOfficeBuyer, BoxOfficeOrder } from './box-office-orders.ts'
import { type TicketTypeRow, typeRowsOf } from '../../catalogue/ticket-types/index.ts'

type Body = BodyOf<typeof sell>
type Line = BoxOfficeOrder['lines'][number]

const quantitiesOf = (items: Body['items']): Map<string, number> => {
  const quantities = new Map<string, number>()
  for (const { events_ticket_uuid, quantity } of items) {
    const id = events_ticket_uuid.toLowerCase()
    quantities.set(id, (quantities.get(id) ?? 0) + quantity)
  }
  return quantities
}

const closedType = (type: TicketTypeRow, now: Date): Refusal | undefined => {
  const state = windowState({ type: type.type, saleStartsAt: type.sale_starts_at, saleEndsAt: type.sale_ends_at }, now)
  if (state === 'on_sale') return undefined
  return refuse(state === 'ended' ? 'sale_ended' : 'sale_not_started', { detail: { events_ticket_uuid: type.id } })
}

const overLimit = (type: TicketTypeRow, quantity: number): Refusal | undefined =>
  type.purchase_limit !== null && quantity > type.purchase_limit
    ? overPurchaseLimit(type.purchase_limit, 0, type.id)
    : undefined

const linesOf = async (
  platform: Platform,
  event: EventRow,
  items: Body['items'],
  now: Date,
): Promise<Line[] | Refusal> => {
  const types = new Map(
    (await typeRowsOf(platform.db, [event.id])).filter(({ type }) => type === 'regular').map((type) => [type.id, type]),
  )
  const lines: Line[] = []
  for (const [id, quantity] of quantitiesOf(items)) {
    const type = types.get(id)
    if (!type) return refuseField('items', 'unknown_ticket_type')
    const refused = closedType(type, now) ?? overLimit(type, quantity)
    if (refused) return refused
    lines.push({ ticket_type_id: id, name: type.name, quantity, unit_price: type.price })
  }
  const limit = event.settings.order_limit ?? null
  const count = sum(lines.map(({ quantity }) => quantity))
  return limit !== null && count > limit ? overPurchaseLimit(limit) : lines
}

/** A phone in any spelling as E.164; null when there is none. */
export const readPhone = (text: string | undefined, field: string): string | null | Refusal => {
  if (!text?.trim()) return null
  const phone = parsePhone('972', text)
  return phone.ok ? phone.e164 : refuseField(field, phone.reason)
}

const buyerOf = (body: Body): BoxOfficeBuyer | Refusal => {
  const phone = readPhone(body.buyer?.phone, 'buyer.phone')
  if (isRefusal(phone)) return phone
  return { name: tidy(body.buyer?.name ?? '') || null, phone }
}

/** Cash received must cover the total; a card is charged exactly. In agorot. */
export const validateReceived = (
  method: 'cash' | 'terminal',
  received: number | undefined,
  total: Agorot,
): { received: Agorot | null } | Refusal => {
  if (method === 'terminal' || received === undefined) return { received: null }
  const cash = toAgorot(received)
  return cash < total ? refuseField('received', 'too_small') : { received: cash }
}

export interface ValidSale {
  readonly sale: Omit<BoxOfficeOrder, 'lang' | 'userId'>
  readonly received: Agorot | null
}

/**
 * Validates a sale at current prices, by the rules of the storefront: the event and its types are on sale, within their limits.
 * Refusals: `not_found`, `event_not_on_sale`, `sale_not_started`, `sale_ended`, `purchase_limit`, `amount_mismatch`.
 */
export const validateSale = async (
  platform: Platform,
  accountId: string,
  body: Body,
  now: Date,
): Promise<ValidSale | Refusal> => {
  const event = await eventRow(platform.db, accountId, body.event_uuid)
  if (!event) return refuse('not_found')
  if (!isOnSale({ status: event.status, startsAt: event.starts_at, endsAt: event.ends_at }, now))
    return refuse('event_not_on_sale')
  const buyer = buyerOf(body)
  if (isRefusal(buyer)) return buyer
  const lines = await linesOf(platform, event, body.items, now)
  if (isRefusal(lines)) return lines
  const total = sum(lines.map((line) => line.unit_price * line.quantity))
  if (toAgorot(body.total_amount) !== total)
    return refuse('amount_mismatch', { detail: { total_amount: toShekels(total) } })
  const cash = validateReceived(body.method, body.received, total)
  if (isRefusal(cash)) return cash
  return {
    sale: {
      eventId: event.id,
      accountId,
      lines,
      seatItems: seatItemsOf(body.items),
      isSeated: event.kind === 'seats',
      total,
      buyer,
    },
    received: cash.received,
  }
}
