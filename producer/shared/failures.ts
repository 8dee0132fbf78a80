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
export const showFailure = (i18n: i18n, error: unknown): void => {
  const t = i18n.getFixedT(null, 'shell')
  if (!(error instanceof ApiError))
    return showToast({
      state: 'bad',
      title: t('toast.error', { code: 'unspecific' }),
      text: errorText(i18n, 'unspecific'),
    })
  if (SILENT.has(error.code)) return undefined
  if (error.code === 'SYSTEM_ERROR') return showToast({ state: 'bad', text: t('toast.system') })
  if (error.status === 403)
    return showToast({
      state: 'bad',
      title: t('toast.error', { code: error.code }),
      text: error.description || t('toast.left'),
    })
  const text = error.description || errorText(i18n, error.code)
  return showToast({
    state: 'bad',
    title: t('toast.error', { code: error.code }),
    text: isRepeated(error.code) ? `${text} ${t('toast.repeat')}` : text,
  })
}

/** The catalogue's sentence for a code the browser itself says (N1…; `detail` has what stands in it), or for one that came without words. */
export const errorText = (i18n: i18n, code: string, detail: Readonly<Record<string, unknown>> = {}): string => {
  const key = `errors:${code}`
  const t = i18n.t as unknown as (key: string, options: object) => string
  return i18n.exists(key) ? t(key, detail) : t('errors:unspecific', {})
}
