import { numberText } from '@kartis/i18n/format.ts'
import type { Lang } from '@kartis/i18n/lang.ts'

/** Entries per minute: few of them have a decimal, because two in five minutes are not none. */
export const rateText = (rate: number, lang: Lang): string =>
  numberText(rate, lang, rate < 10 && rate % 1 !== 0 ? 1 : 0)
