import type { i18n } from 'i18next'
import { ApiError } from './api-error.ts'

/** The text of a reason code such as `too_short`. */
export const reasonText = (i18n: i18n, reason: string): string => {
  const t = i18n.t as unknown as (key: string) => string
  return t(i18n.exists(`validation:${reason}`) ? `validation:${reason}` : 'validation:invalid')
}

/** Reasons by field: `{field: [reason, …]}`. */
type Fields = Readonly<Record<string, readonly string[]>>

/** Maps `{field: [reason, …]}` to `{field: text}` for a form's setErrors. */
export const reasonTexts = (i18n: i18n, fields: Fields): Record<string, string> =>
  Object.fromEntries(
    Object.entries(fields).flatMap(([field, [reason]]) =>
      reason === undefined ? [] : [[field, reasonText(i18n, reason)]],
    ),
  )

/** Field errors of a validation refusal, mapped to the form's field names; empty for any other failure. */
export const fieldErrorsOf = (
  i18n: i18n,
  error: unknown,
  inFormNames: (fields: Fields) => Fields = (fields) => fields,
): Record<string, string> => {
  if (!(error instanceof ApiError) || error.code !== 'validation') return {}
  const fields = Object.entries(error.detail).filter((entry): entry is [string, string[]] => Array.isArray(entry[1]))
  return reasonTexts(i18n, inFormNames(Object.fromEntries(fields)))
}
