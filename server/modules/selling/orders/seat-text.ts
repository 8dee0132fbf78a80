import { inSeatOrder } from '@kartis/domain/seat-order.ts'
import { commaText } from '@kartis/i18n/format.ts'
import type { Lang } from '@kartis/i18n/lang.ts'
import type { Translate } from '@kartis/i18n/server.ts'

/** What a ticket says of its seat. */
export interface SeatText {
  readonly floor?: string | undefined
  readonly section: string
  readonly row: string
  readonly number: string
}

/** Seats in one line: those of one row together, from the lowest number on. A floor like its section is named once. */
export const seatsText = (seats: readonly SeatText[], t: Translate, lang: Lang): string => {
  const rows = new Map<string, { readonly section: string; readonly row: string; readonly numbers: string[] }>()
  for (const { floor, section, row, number } of inSeatOrder(seats)) {
    const key = JSON.stringify([floor, section, row])
    const where = { section: commaText([floor === section ? '' : (floor ?? ''), section], lang), row, numbers: [] }
    const group = rows.get(key) ?? where
    rows.set(key, group)
    group.numbers.push(number)
  }
  return [...rows.values()]
    .map(({ section, row, numbers }) =>
      t(numbers.length === 1 ? 'messages:seat' : 'messages:seats', { section, row, seats: commaText(numbers, lang) }),
    )
    .join(' · ')
}
