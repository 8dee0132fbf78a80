import { dayKey, momentShortText, timeText } from '@kartis/i18n/format.ts'
import type { Lang } from '@kartis/i18n/lang.ts'

/** A moment of this evening by its time; one of another day with its date. */
export const sinceText = (at: string, now: string, lang: Lang, zone?: string): string =>
  dayKey(at, zone) === dayKey(now, zone) ? timeText(at, lang, zone) : momentShortText(at, lang, zone)
