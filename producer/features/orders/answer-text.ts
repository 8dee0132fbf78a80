import { dayText, listText } from '@kartis/i18n/format.ts'
import type { Lang } from '@kartis/i18n/lang.ts'

interface AnswerTexts {
  readonly yes: string
  readonly no: string
  readonly none: string
  readonly file: string
}

const isDay = (value: string): boolean => /^\d{4}-\d{2}-\d{2}$/.test(value)

/** The text of a form answer: yes or no for a checkbox, a list for several options, a formatted date. */
export const answerText = (
  { type, value }: { readonly type: string; readonly value?: unknown },
  lang: Lang,
  texts: AnswerTexts,
): string => {
  if (value === null || value === undefined || value === '') return texts.none
  if (type === 'file') return texts.file
  if (typeof value === 'boolean') return value ? texts.yes : texts.no
  if (Array.isArray(value)) return value.length === 0 ? texts.none : listText(value.map(String), lang)
  if (typeof value === 'string') return type === 'date' && isDay(value) ? dayText(`${value}T12:00:00Z`, lang) : value
  return typeof value === 'number' ? String(value) : JSON.stringify(value)
}
