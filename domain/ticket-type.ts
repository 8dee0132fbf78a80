import { EVENT, TICKET_TYPE } from './limits.ts'
import type { FieldReasons, Reason } from './reason.ts'
import { reasonsOf } from './reason.ts'

/** `regular` is sold to everyone; `producer` is given out by the producer only and never on the sale page. */
export const TICKET_TYPES = ['regular', 'producer'] as const
export type TicketKind = (typeof TICKET_TYPES)[number]

export const SALE_STATES = ['on_sale', 'not_started', 'ended', 'sold_out', 'not_for_sale'] as const
export type SaleState = (typeof SALE_STATES)[number]

export interface SaleWindow {
  readonly type: TicketKind
  readonly saleStartsAt?: Date | null
  readonly saleEndsAt?: Date | null
}

/** The sale state by the sale window only. The end is excluded; a missing bound does not limit. */
export const windowState = (window: SaleWindow, now: Date): 'on_sale' | 'not_started' | 'ended' => {
  if (window.saleStartsAt && now < window.saleStartsAt) return 'not_started'
  return window.saleEndsAt && now >= window.saleEndsAt ? 'ended' : 'on_sale'
}

/** The sale state of a ticket type. `ended` takes precedence over `sold_out`: tickets that return after the end are not sold again. */
export const saleState = (type: SaleWindow, now: Date, left: number): SaleState => {
  if (type.type === 'producer') return 'not_for_sale'
  const state = windowState(type, now)
  return state === 'on_sale' && left <= 0 ? 'sold_out' : state
}

/** So few are left that buyers should know: a small share of the offer, and a small number. A whole small offer is neither. */
export const isScarce = ({ left, total }: { readonly left: number; readonly total: number }): boolean =>
  left > 0 && left <= EVENT.lastTicketsMost && left * 100 <= total * EVENT.lastTicketsPercent

/** The sale state of a type within its event: nothing is on sale before the event is published or after it ends. */
export const saleStateWithin = (
  event: { readonly published: boolean; readonly endsAt: Date },
  state: SaleState,
  now: Date,
): SaleState => {
  if (state === 'not_for_sale') return state
  if (now >= event.endsAt) return 'ended'
  return state === 'on_sale' && !event.published ? 'not_for_sale' : state
}

/** Tickets that can still be reserved: neither reserved nor sold. */
export const leftOf = (stock: { readonly total: number; readonly held: number; readonly sold: number }): number =>
  Math.max(0, stock.total - stock.held - stock.sold)

/** A ticket type as typed; price in agorot. */
export interface TicketTypeDraft {
  readonly name: string
  readonly type: string
  readonly price: number
  readonly sum_total_available: number
  readonly purchase_limit?: number | null
  readonly sale_starts_at?: Date | null
  readonly sale_ends_at?: Date | null
}

const countReasons = (count: number, min: number, max: number): Reason[] => {
  if (!Number.isInteger(count)) return ['not_an_integer']
  if (count < min) return [min === 0 ? 'negative' : 'at_least_one']
  return count > max ? ['too_big'] : []
}

const nameReasons = (name: string): Reason[] => {
  if (name.trim() === '') return ['required']
  return name.trim().length > TICKET_TYPE.maxNameChars ? ['too_long'] : []
}

const endReasons = (draft: Partial<TicketTypeDraft>): Reason[] =>
  draft.sale_starts_at && draft.sale_ends_at && draft.sale_ends_at <= draft.sale_starts_at ? ['end_before_start'] : []

/** Validates the fields that are present, so that it serves creation and change; for the sale window pass both ends. */
export const ticketTypeReasons = (draft: Partial<TicketTypeDraft>): FieldReasons =>
  reasonsOf({
    name: draft.name === undefined ? [] : nameReasons(draft.name),
    type: draft.type === undefined || draft.type === 'regular' || draft.type === 'producer' ? [] : ['unknown_type'],
    price: draft.price === undefined ? [] : countReasons(draft.price, 0, TICKET_TYPE.maxPriceAgorot),
    sum_total_available:
      draft.sum_total_available === undefined
        ? []
        : countReasons(draft.sum_total_available, 0, TICKET_TYPE.maxQuantity),
    purchase_limit:
      typeof draft.purchase_limit === 'number'
        ? countReasons(draft.purchase_limit, 1, TICKET_TYPE.maxPurchaseLimit)
        : [],
    sale_ends_at: endReasons(draft),
  })

/**
 * Validates a new ticket type: it offers at least one ticket. A type that exists may go down to none, which ends its sale
 * without deleting it.
 */
export const newTicketTypeReasons = (draft: Partial<TicketTypeDraft>): FieldReasons => ({
  ...ticketTypeReasons(draft),
  ...(draft.sum_total_available === 0 && { sum_total_available: ['at_least_one'] }),
})

/** The quantity may not go below what is sold and held. */
export const isBelowSold = (total: number, stock: { readonly held: number; readonly sold: number }): boolean =>
  total < stock.held + stock.sold
