import { envelopeOf, isUnreported, createThrottle, readDsn } from '@kartis/contract/error-report.ts'
import { newId } from '../database/ids.ts'
import type { Settings } from '../config/settings.ts'
import { VERSION } from '../config/version.ts'

const TIMEOUT_MS = 5000

/** Where faults of this process are told of, besides its log. */
export interface ErrorReports {
  /** Short facts that say where it happened. Never waits and never fails. */
  readonly report: (fault: unknown, tags?: Readonly<Record<string, string | undefined>>) => void
  /** Resolves when what was reported has left. */
  readonly flush: () => Promise<void>
}

/** A partner or a database that cannot be reached says nothing about this program. */
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

const isNetworkError = (fault: unknown): boolean => {
  if (!(fault instanceof Error)) return false
  const { code } = fault as { code?: unknown }
  return (
    (typeof code === 'string' && NETWORK.has(code)) ||
    fault.name === 'AbortError' ||
    fault.name === 'TimeoutError' ||
    isNetworkError(fault.cause)
  )
}

export interface ErrorReportsSetup {
  readonly settings: Pick<Settings, 'sentryDsn' | 'mode'>
  readonly clock: () => Date
  readonly log: { warn(fields: object, message: string): void }
}

/** Reports to the Sentry-compatible service of SENTRY_DSN; without one nothing leaves. */
export const createErrorReports = ({ settings, clock, log }: ErrorReportsSetup): ErrorReports => {
  const place = readDsn(settings.sentryDsn ?? '')
  if (!place) return { report: () => undefined, flush: async () => undefined }
  const passes = createThrottle()
  const leaving = new Set<Promise<void>>()
  const send = async (body: string): Promise<void> => {
    try {
      const answer = await fetch(place.url, {
        method: 'POST',
        body,
        headers: {
          'content-type': 'application/x-sentry-envelope',
          'x-sentry-auth': `Sentry sentry_version=7, sentry_client=kartis/${VERSION}, sentry_key=${place.key}`,
        },
        signal: AbortSignal.timeout(TIMEOUT_MS),
      })
      await answer.body?.cancel()
      if (!answer.ok) log.warn({ status: answer.status }, 'a report of a fault was not taken')
    } catch (error) {
      log.warn({ err: error }, 'a report of a fault did not arrive')
    }
  }
  return {
    report: (fault, tags = {}) => {
      const at = clock()
      if (isUnreported(fault) || isNetworkError(fault) || !passes(fault, at.getTime())) return
      const known = Object.entries(tags).filter((tag): tag is [string, string] => tag[1] !== undefined)
      const body = envelopeOf(fault, {
        platform: 'node',
        release: `kartis@${VERSION}`,
        environment: settings.mode,
        at,
        eventId: newId().replaceAll('-', ''),
        tags: { app: 'server', ...Object.fromEntries(known) },
      })
      const sending = send(body).finally(() => leaving.delete(sending))
      leaving.add(sending)
    },
    flush: async () => {
      await Promise.all(leaving)
    },
  }
}
