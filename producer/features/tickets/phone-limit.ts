import type { EventSettings } from '@kartis/contract/events.ts'

/** Null: no limit. True: only the purchase limits of the ticket types count, over all orders of a phone. */
export type PhoneLimit = NonNullable<EventSettings['limit_per_phone']> | null

/** What a producer begins with who switches the limit on. */
export const FIRST_LIMIT = 4

const MAX_LIMIT = 100

/** What was typed: a number, nothing for the limits of the ticket types alone; undefined when it is neither. */
export const readLimit = (text: string): number | true | undefined => {
  const typed = text.trim()
  if (typed === '') return true
  const count = /^\d{1,3}$/u.test(typed) ? Number(typed) : 0
  return count >= 1 && count <= MAX_LIMIT ? count : undefined
}
