import { showToast } from '@kartis/ui/components/toast.ts'
import type { i18n } from 'i18next'
import { ApiError } from './api-error.ts'

/** Codes that screens answer with more than a toast: silence here. */
const SILENT = new Set(['401', 'unauthorized'])

/** The same failure within this time is one that does not pass by itself. */
const REPEATED_MS = 60_000
let last = { code: '', at: -Infinity }

const isRepeated = (code: string): boolean => {
  const now = Date.now()
  const repeated = code === last.code && now - last.at < REPEATED_MS
  last = { code, at: now }
  return repeated
}

/**
 * Says at the top of the page what went wrong with a call: `Error {code}` and the sentence of the catalogue; where it
 * happened just before as well, whom to turn to.
 */
export const sayFailure = (words: i18n, fault: unknown): void => {
  const t = words.getFixedT(null, 'shell')
  if (!(fault instanceof ApiError))
    return showToast({
      state: 'bad',
      title: t('toast.error', { code: 'unspecific' }),
      text: textOf(words, 'unspecific'),
    })
  if (SILENT.has(fault.code)) return undefined
  if (fault.code === 'SYSTEM_ERROR') return showToast({ state: 'bad', text: t('toast.system') })
  if (fault.status === 403)
    return showToast({
      state: 'bad',
      title: t('toast.error', { code: fault.code }),
      text: fault.description || t('toast.left'),
    })
  const text = fault.description || textOf(words, fault.code)
  return showToast({
    state: 'bad',
    title: t('toast.error', { code: fault.code }),
    text: isRepeated(fault.code) ? `${text} ${t('toast.repeat')}` : text,
  })
}

/** The catalogue's sentence for a code the browser itself says (N1…; `detail` has what stands in it), or for one that came without words. */
export const textOf = (words: i18n, code: string, detail: Readonly<Record<string, unknown>> = {}): string => {
  const key = `errors:${code}`
  const t = words.t as unknown as (key: string, options: object) => string
  return words.exists(key) ? t(key, detail) : t('errors:unspecific', {})
}
