import type { PublicEvent } from '@kartis/contract/public-events.ts'
import { clockIn } from '@kartis/domain/zone.ts'
import { commaText, dayShortText, dayText, momentLongText, timeText } from '@kartis/i18n/format.ts'
import type { Lang } from '@kartis/i18n/lang.ts'
import type { PageSentences } from '../state/event-state.ts'
import { momentOf } from '../state/labels.ts'
import { translatorFor } from '../state/messages.ts'

type Type = PublicEvent['events_tickets'][number]

const MINUTE_MS = 60_000
const NEAR_MS = 300 * 86_400_000

/** The last day of a sale; with the time where it ends within that day. */
const lastMoment = (end: string, now: Date, lang: Lang, zone: string): string => {
  // A sale until midnight ends with the day before.
  const last = new Date(Date.parse(end) - MINUTE_MS)
  const day = (last.getTime() - now.getTime() < NEAR_MS ? dayShortText : dayText)(last, lang, zone)
  return ['23:59', '00:00'].includes(clockIn(zone, new Date(end)))
    ? day
    : commaText([day, timeText(end, lang, zone)], lang)
}

/** When the sale of a type opens, or until when it is open where that is before the event starts. */
const noteOf = (type: Type, event: PublicEvent, lang: Lang, now: Date): string => {
  const t = translatorFor(lang)
  const { sale_state: state, sale_starts_at: opens, sale_ends_at: ends } = type
  if (state === 'not_started' && opens) return t('sale.buy.opens', { when: momentOf(opens, now, lang, event.timezone) })
  return state === 'on_sale' && ends && Date.parse(ends) < Date.parse(event.starts_at)
    ? t('sale.buy.until', { when: lastMoment(ends, now, lang, event.timezone) })
    : ''
}

/** When the doors open, when it begins and ends, that it was postponed, and when its tickets are on sale. */
export const sentencesOf = (event: PublicEvent, lang: Lang, now: Date): PageSentences => {
  const t = translatorFor(lang)
  const at = (when: string) => timeText(when, lang, event.timezone)
  const hours = { start: at(event.starts_at), end: at(event.ends_at) }
  const { doors_at: doors } = event.settings
  return {
    times: doors
      ? t('sale.event.doors_and_start', { ...hours, doors: at(doors) })
      : t('sale.event.start_and_end', hours),
    moved: event.moved_from
      ? t('sale.event.moved', { from: momentLongText(event.moved_from, lang, event.timezone) })
      : '',
    notes: Object.fromEntries(event.events_tickets.map((type) => [type.uuid, noteOf(type, event, lang, now)])),
  }
}
