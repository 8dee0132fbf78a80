import type { GateBoard } from '@kartis/contract/gate-board.ts'
import { numberText } from '@kartis/i18n/format.ts'
import type { Lang } from '@kartis/i18n/lang.ts'
import type { TFunction } from 'i18next'

/** What a phone has scanned: those whom it let in, and those whom it did not. */
export const scansOf = (
  { entries, refusals }: Pick<GateBoard['devices'][number], 'entries' | 'refusals'>,
  t: TFunction<readonly ['gate-board']>,
  lang: Lang,
): (string | false)[] => [
  (entries > 0 || refusals === 0) && t('devices.entries', { count: entries, total: numberText(entries, lang) }),
  refusals > 0 && t('devices.refusals', { count: refusals, total: numberText(refusals, lang) }),
]
