import type { i18n } from 'i18next'
import { ApiError } from './api-error.ts'

/** A reason (`too_short`) in words. */
export const reasonText = (words: i18n, reason: string): string => {
  const t = words.t as unknown as (key: string) => string
  return t(words.exists(`validation:${reason}`) ? `validation:${reason}` : 'validation:invalid')
}

/** Reasons by field: `{field: [reason, …]}`. */
type Fields = Readonly<Record<string, readonly string[]>>

/** `{field: [reason, …]}` as `{field: sentence}`, ready for a form's setErrors. */
export const reasonTexts = (words: i18n, fields: Fields): Record<string, string> =>
  Object.fromEntries(
    Object.entries(fields).flatMap(([field, [reason]]) =>
      reason === undefined ? [] : [[field, reasonText(words, reason)]],
    ),
  )

/** The fields a validation refusal of the server names, put into the form's names where they differ; nothing for any other failure. */
export const fieldErrorsOf = (
  words: i18n,
  fault: unknown,
  inFormNames: (fields: Fields) => Fields = (fields) => fields,
): Record<string, string> => {
  if (!(fault instanceof ApiError) || fault.code !== 'validation') return {}
  const fields = Object.entries(fault.detail).filter((entry): entry is [string, string[]] => Array.isArray(entry[1]))
  return reasonTexts(words, inFormNames(Object.fromEntries(fields)))
}
