import { commaText } from '@kartis/i18n/format.ts'
import type { Lang } from '@kartis/i18n/lang.ts'
import type { Translate } from '../../shared/translator.ts'
import type { GroupText } from '@kartis/seat-map/viewer/group-text.ts'

const FIRST_STRONG = '\u2068'
const POP = '\u2069'

/** A label of a hall within a sentence, in its own direction. */
const isolated = (text: string): string => `${FIRST_STRONG}${text}${POP}`

/** `שורה ו׳, כיסאות 17–20` */
export const placeText = ({ row, isTable, labels, numbers }: GroupText, t: Translate, lang: Lang): string => {
  const where = row === '' ? [] : [t(isTable ? 'sale.seats.table' : 'sale.seats.row', { row: isolated(row) })]
  return commaText(
    [...where, t('sale.seats.seats', { count: labels.length, numbers: isolated(commaText(numbers, lang)) })],
    lang,
  )
}

/** What is worth saying of places, in one line: in English only its first word begins with a capital. */
export const factLine = (facts: readonly string[], lang: Lang): string =>
  commaText(
    facts
      .filter((fact) => fact !== '')
      .map((fact, index) => (index > 0 && lang === 'en' ? fact.charAt(0).toLowerCase() + fact.slice(1) : fact)),
    lang,
  )

/** Without the word for seats: `שורה ו׳: 17–20` */
export const shortPlaceText = ({ row, isTable, numbers }: GroupText, t: Translate, lang: Lang): string =>
  row === ''
    ? isolated(commaText(numbers, lang))
    : `${t(isTable ? 'sale.seats.table' : 'sale.seats.row', { row: isolated(row) })}: ${isolated(commaText(numbers, lang))}`
