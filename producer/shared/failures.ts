import { showToast } from '@kartis/ui/components/toast.ts'
import type { i18n } from 'i18next'
import { ApiError } from './api-error.ts'
import { supportLinks } from './support.ts'

/** Codes that are handled elsewhere: the session ends, or the person closed the question for a proof. No toast. */
const SILENT = new Set(['401', 'unauthorized', 'proof_required'])

/** Codes whose texts say to contact support. */
const FOR_SUPPORT = new Set(['system_error', 'unspecific', 'refund_failed'])

/** A failure repeated within this time is unlikely to be transient. */
const REPEATED_MS = 60_000
let last = { code: '', at: -Infinity }

const isRepeated = (code: string): boolean => {
  const now = Date.now()
  const repeated = code === last.code && now - last.at < REPEATED_MS
  last = { code, at: now }
  return repeated
}

/** What failed, where neither the server nor the catalogue says why. */
const writeText = (i18n: i18n, { code, method }: ApiError): string =>
  i18n.exists(`errors:${code}`) ? '' : i18n.t(method === 'PATCH' ? 'shell:toast.updating' : 'shell:toast.submitting')

/**
 * Shows a failed call as a toast: `Error {code}` and its description; a repeated failure also names the support
 * contact. A write that failed for an unknown reason says what it was. Where the text says to contact support, the toast has its phone and email as links.
 */
export const showFailure = (i18n: i18n, error: unknown, isWrite = false): void => {
  const t = i18n.getFixedT(null, 'shell')
  if (!(error instanceof ApiError))
    return showToast({
      state: 'bad',
      title: t('toast.error', { code: 'unspecific' }),
      text: errorText(i18n, 'unspecific'),
      links: supportLinks(),
    })
  if (SILENT.has(error.code)) return undefined
  if (error.code === 'SYSTEM_ERROR') return showToast({ state: 'bad', text: t('toast.system'), links: supportLinks() })
  if (error.status === 403)
    return showToast({
      state: 'bad',
      title: t('toast.error', { code: error.code }),
      text: error.description || t('toast.left'),
    })
  const text = error.description || (isWrite && writeText(i18n, error)) || errorText(i18n, error.code)
  const repeated = isRepeated(error.code)
  return showToast({
    state: 'bad',
    title: t('toast.error', { code: error.code }),
    text: repeated && !FOR_SUPPORT.has(error.code) ? `${text} ${t('toast.repeat')}` : text,
    ...((repeated || FOR_SUPPORT.has(error.code)) && { links: supportLinks() }),
  })
}

/**
 * The catalogue's text of a code that the browser raises itself (N1…; `detail` fills its placeholders) or that came
 * without a description.
 */
export const errorText = (i18n: i18n, code: string, detail: Readonly<Record<string, unknown>> = {}): string => {
  const key = `errors:${code}`
  const t = i18n.t as unknown as (key: string, options: object) => string
  return i18n.exists(key) ? t(key, detail) : t('errors:unspecific', {})
}
