import { timeSecondsText, timeText } from '@kartis/i18n/format.ts'
import type { Lang } from '@kartis/i18n/lang.ts'

/** Times of one evening, each to be told from the others: with seconds where two are of the same minute. */
export const timesApart = (moments: readonly string[], lang: Lang, zone: string): readonly string[] => {
  const times = moments.map((moment) => timeText(moment, lang, zone))
  return new Set(times).size === times.length ? times : moments.map((moment) => timeSecondsText(moment, lang, zone))
}
