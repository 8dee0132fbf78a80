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
const isWorthTelling = (fault: unknown): boolean => {
  if (isUnreported(fault)) return false
  if (fault instanceof ApiError) return fault.code === 'SYSTEM_ERROR' || (fault.status >= 500 && fault.status !== 503)
  if (fault instanceof DOMException && fault.name === 'AbortError') return false
  // a part of the app that could not be fetched
  return !(fault instanceof TypeError && /fetch|network|load failed|dynamically imported/iu.test(fault.message))
}

const send = async (fault: unknown): Promise<void> => {
  place ??= findPlace()
  const found = await place
  if (!found) return
  const body = envelopeOf(fault, {
    platform: 'javascript',
    release: `kartis@${version}`,
    environment: import.meta.env.MODE,
    at: new Date(),
    eventId: crypto.randomUUID().replaceAll('-', ''),
    tags: {
      app: 'producer',
      screen: location.pathname,
      lang: document.documentElement.lang,
      ...(fault instanceof ApiError && { code: fault.code, status: String(fault.status) }),
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
export const reportError = (fault: unknown): void => {
  if (!isWorthTelling(fault) || !passes(fault, Date.now())) return
  send(fault).catch(() => {
    place = undefined // asked anew next time
  })
}

/** Whatever nobody caught. */
export const followFaults = (): void => {
  addEventListener('error', ({ error }: ErrorEvent) => {
    if (error !== null && error !== undefined) reportError(error)
  })
  addEventListener('unhandledrejection', ({ reason }: PromiseRejectionEvent) => reportError(reason))
}
