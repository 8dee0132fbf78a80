import type { Lang } from '@kartis/i18n/lang.ts'
import type { Db } from '../../../platform/database/db.ts'
import { seatNamesIn } from '../../catalogue/seating/index.ts'

interface Seated {
  readonly seat?: { readonly section: string; readonly floor?: string | undefined } | null | undefined
}

/** Tickets of an event with their seats in the language of the person at the gate. */
export const seatsInLanguage = async <T extends Seated>(
  db: Db,
  eventId: string,
  lang: Lang,
  tickets: readonly T[],
): Promise<T[]> => {
  if (lang === 'he' || !tickets.some(({ seat }) => seat)) return [...tickets]
  const names = await seatNamesIn(db, [eventId], lang)
  return tickets.map((ticket) => (ticket.seat ? { ...ticket, seat: names(eventId, ticket.seat) } : ticket))
}
