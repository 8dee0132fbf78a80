import type { EventSettings } from '@kartis/contract/events.ts'

/** Null: no limit. True: only the ticket types' purchase limits apply, over all orders of a phone. */
export type PhoneLimit = NonNullable<EventSettings['limit_per_phone']> | null

/** The initial limit when it is switched on. */
export const FIRST_LIMIT = 4

const MAX_LIMIT = 100

/** Parses the typed limit: a number, true for an empty text; undefined if invalid. */
export const readLimit = (text: string): number | true | undefined => {
  const typed = text.trim()
  if (typed === '') return true
  const count = /^\d{1,3}$/u.test(typed) ? Number(typed) : 0
  return count >= 1 && count <= MAX_LIMIT ? count : undefined
}
