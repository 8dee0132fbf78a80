import { envelopeOf, isUnreported, createThrottle, readDsn } from '@kartis/contract/error-report.ts'
import { newId } from '../database/ids.ts'
import type { Settings } from '../config/settings.ts'
import { VERSION } from '../config/version.ts'

const TIMEOUT_MS = 5000

/** Reports errors of this process to a service, besides its log. */
export interface ErrorReports {
  /** `tags` say where the error happened. Does not wait and does not throw. */
  readonly report: (error: unknown, tags?: Readonly<Record<string, string | undefined>>) => void
  /** Resolves when all reports have been sent. */
  readonly flush: () => Promise<void>
}

/** Errors of connections, which say nothing about this program. */
const NETWORK = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ENOTFOUND',
  'EAI_AGAIN',
  'ETIMEDOUT',
  'EPIPE',
  'EHOSTUNREACH',
  'UND_ERR_CONNECT_TIMEOUT',
  'UND_ERR_SOCKET',
])

const isNetworkError = (error: unknown): boolean => {
  if (!(error instanceof Error)) return false
  const { code } = error as { code?: unknown }
  return (
    (typeof code === 'string' && NETWORK.has(code)) ||
    error.name === 'AbortError' ||
    error.name === 'TimeoutError' ||
    isNetworkError(error.cause)
  )
}

export interface ErrorReportsSetup {
  readonly settings: Pick<Settings, 'sentryDsn' | 'mode'>
  readonly clock: () => Date
  readonly log: { warn(fields: object, message: string): void }
}

/** Reports to the Sentry-compatible service of SENTRY_DSN; without one nothing is sent. */
export const createErrorReports = ({ settings, clock, log }: ErrorReportsSetup): ErrorReports => {
  const dsn = readDsn(settings.sentryDsn ?? '')
  if (!dsn) return { report: () => undefined, flush: async () => undefined }
  const isAllowed = createThrottle()
  const sending = new Set<Promise<void>>()
  const send = async (body: string): Promise<void> => {
    try {
      const response = await fetch(dsn.url, {
        method: 'POST',
        redirect: 'error',
        body,
        headers: {
          'content-type': 'application/x-sentry-envelope',
          'x-sentry-auth': `Sentry sentry_version=7, sentry_client=kartis/${VERSION}, sentry_key=${dsn.key}`,
        },
        signal: AbortSignal.timeout(TIMEOUT_MS),
      })
      await response.body?.cancel()
      if (!response.ok) log.warn({ status: response.status }, 'error report refused')
    } catch (error) {
      log.warn({ err: error }, 'error report not delivered')
    }
  }
  return {
    report: (thrown, tags = {}) => {
      const at = clock()
      if (isUnreported(thrown) || isNetworkError(thrown) || !isAllowed(thrown, at.getTime())) return
      const defined = Object.entries(tags).filter((tag): tag is [string, string] => tag[1] !== undefined)
      const body = envelopeOf(thrown, {
        platform: 'node',
        release: `kartis@${VERSION}`,
        environment: settings.mode,
        at,
        eventId: newId().replaceAll('-', ''),
        tags: { app: 'server', ...Object.fromEntries(defined) },
      })
      const report = send(body).finally(() => sending.delete(report))
      sending.add(report)
    },
    flush: async () => {
      await Promise.all(sending)
    },
  }
}
