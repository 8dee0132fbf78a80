import { envelopeOf, isUnreported, createThrottle, readDsn, type ReportTarget } from '@kartis/contract/error-report.ts'
import { init } from '@kartis/contract/auth.ts'
import { requestOf } from '@kartis/contract/client.ts'
import { version } from '../package.json'
import { ApiError } from './api-error.ts'

const TIMEOUT_MS = 10_000
const passes = createThrottle()
let target: Promise<ReportTarget | undefined> | undefined

/** The address of the error service, requested with the first report only: most sessions have none. */
const loadTarget = async (): Promise<ReportTarget | undefined> => {
  const { url } = requestOf(init, { params: { app_name: 'producer' } })
  const answer = await fetch(url, { credentials: 'omit', signal: AbortSignal.timeout(TIMEOUT_MS) })
  const { data } = init.reply.parse(await answer.json())
  return readDsn(data.status.fault_reports ?? '')
}

/** Network failures and refusals are expected; server errors and errors of this program are reported. */
const shouldReport = (error: unknown): boolean => {
  if (isUnreported(error)) return false
  if (error instanceof ApiError) return error.code === 'SYSTEM_ERROR' || (error.status >= 500 && error.status !== 503)
  if (error instanceof DOMException && error.name === 'AbortError') return false
  // a chunk of the app that could not be fetched
  return !(error instanceof TypeError && /fetch|network|load failed|dynamically imported/iu.test(error.message))
}

const send = async (error: unknown): Promise<void> => {
  target ??= loadTarget()
  const found = await target
  if (!found) return
  const body = envelopeOf(error, {
    platform: 'javascript',
    release: `kartis@${version}`,
    environment: import.meta.env.MODE,
    at: new Date(),
    eventId: crypto.randomUUID().replaceAll('-', ''),
    tags: {
      app: 'producer',
      screen: location.pathname,
      lang: document.documentElement.lang,
      ...(error instanceof ApiError && { code: error.code, status: String(error.status) }),
    },
  })
  // plain text needs no CORS preflight request
  await fetch(`${found.url}?sentry_version=7&sentry_key=${encodeURIComponent(found.key)}`, {
    method: 'POST',
    body,
    headers: { 'content-type': 'text/plain;charset=UTF-8' },
    credentials: 'omit',
    referrerPolicy: 'no-referrer',
    keepalive: true,
    signal: AbortSignal.timeout(TIMEOUT_MS),
  })
}

/** Sends an error to the configured service (`SENTRY_DSN`), if there is one. Returns at once and never throws. */
export const reportError = (thrown: unknown): void => {
  if (!shouldReport(thrown) || !passes(thrown, Date.now())) return
  send(thrown).catch(() => {
    target = undefined // the address is requested again next time
  })
}

/** Reports uncaught errors and unhandled rejections of the page. */
export const reportUncaughtErrors = (): void => {
  addEventListener('error', ({ error }: ErrorEvent) => {
    if (error !== null && error !== undefined) reportError(error)
  })
  addEventListener('unhandledrejection', ({ reason }: PromiseRejectionEvent) => reportError(reason))
}
