import { envelopeOf, isUnreported, createThrottle, readDsn, type ReportPlace } from '@kartis/contract/error-report.ts'
import { init } from '@kartis/contract/auth.ts'
import { requestOf } from '@kartis/contract/client.ts'
import { version } from '../package.json'
import { ApiError } from './api-error.ts'

const TIMEOUT_MS = 10_000
const passes = createThrottle()
let place: Promise<ReportPlace | undefined> | undefined

/** Where reports go, asked for when there is first something to report: most people never cause it. */
const findPlace = async (): Promise<ReportPlace | undefined> => {
  const { url } = requestOf(init, { params: { app_name: 'producer' } })
  const answer = await fetch(url, { credentials: 'omit', signal: AbortSignal.timeout(TIMEOUT_MS) })
  const { data } = init.reply.parse(await answer.json())
  return readDsn(data.status.fault_reports ?? '')
}

/** Network failures and refusals are part of every day; faults of the server and of this program are not. */
const shouldReport = (error: unknown): boolean => {
  if (isUnreported(error)) return false
  if (error instanceof ApiError) return error.code === 'SYSTEM_ERROR' || (error.status >= 500 && error.status !== 503)
  if (error instanceof DOMException && error.name === 'AbortError') return false
  // a part of the app that could not be fetched
  return !(error instanceof TypeError && /fetch|network|load failed|dynamically imported/iu.test(error.message))
}

const send = async (error: unknown): Promise<void> => {
  place ??= findPlace()
  const found = await place
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
  // as plain text, so that the browser need not ask first whether it may
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

/** Tells the service that was set (SENTRY_DSN), if one was, of a fault. Never waits, never fails. */
export const reportError = (error: unknown): void => {
  if (!shouldReport(error) || !passes(error, Date.now())) return
  send(error).catch(() => {
    place = undefined // asked anew next time
  })
}

/** Whatever nobody caught. */
export const reportUncaughtErrors = (): void => {
  addEventListener('error', ({ error }: ErrorEvent) => {
    if (error !== null && error !== undefined) reportError(error)
  })
  addEventListener('unhandledrejection', ({ reason }: PromiseRejectionEvent) => reportError(reason))
}
