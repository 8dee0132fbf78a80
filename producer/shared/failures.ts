import { showToast } from '@kartis/ui/parts/toast.ts'
import type { i18n } from 'i18next'
import { ApiError } from './api-error.ts'

/** Codes that screens answer with more than a toast: silence here. */
const SILENT = new Set(['401', 'unauthorized'])

/** Says at the top of the page what went wrong with a call: `Error {code}` and the sentence of the catalogue. */
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
  return showToast({
    state: 'bad',
    title: t('toast.error', { code: fault.code }),
    text: fault.description || textOf(words, fault.code),
  })
}

/** The catalogue's sentence for a code the browser itself says (N1…), or for one that came without words. */
export const textOf = (words: i18n, code: string): string => {
  const key = `errors:${code}`
  const t = words.t as unknown as (key: string, options: object) => string
  return words.exists(key) ? t(key, { days: 15 }) : t('errors:unspecific', {})
}
