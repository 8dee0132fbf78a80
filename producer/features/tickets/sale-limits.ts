import type { EventSettings } from '@kartis/contract/events.ts'
import { CART } from '@kartis/domain/limits.ts'

/** Null: no limit. True: only the ticket types' purchase limits apply, over all orders of a phone. */
export type PhoneLimit = NonNullable<EventSettings['limit_per_phone']> | null

/** The initial limit when it is switched on. */
export const FIRST_LIMIT = 4

const MAX_LIMIT = 100

const readNumber = (typed: string, most: number): number | undefined => {
  const count = /^\d{1,3}$/u.test(typed) ? Number(typed) : 0
  return count >= 1 && count <= most ? count : undefined
}

/** Parses the typed limit of a phone: a number, true for an empty text; undefined if invalid. */
export const readLimit = (text: string): number | true | undefined =>
  text.trim() === '' ? true : readNumber(text.trim(), MAX_LIMIT)

/** Parses the typed limit of an order: a number, null for an empty text; undefined if invalid. */
export const readOrderLimit = (text: string): number | null | undefined =>
  text.trim() === '' ? null : readNumber(text.trim(), CART.maxOrderLimit)
