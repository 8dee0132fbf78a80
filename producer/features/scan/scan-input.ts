import { ApiError } from '../../shared/api-error.ts'

/** Whether a scanned text is worth checking: it is not blank. */
export const isReadable = (raw: string): boolean => raw.trim() !== ''

/** The server's limit for a scanned text. */
const MAX_CHARS = 2000
export const readText = (raw: string): string => raw.trim().slice(0, MAX_CHARS)

export type ScanFailureKind = 'fail' | 'again' | 'unchecked'

const REFUSED = /^S\d$/

/**
 * What a failed check means. `fail`: the server refused the ticket. `again`: the text was not readable. `unchecked`: no
 * decision was made (no network, an error, rate limit), so the same scan must be sent again.
 */
export const scanFailureKind = (error: unknown): ScanFailureKind => {
  if (!(error instanceof ApiError)) return 'unchecked'
  // A device whose permission is over admits nobody, by its own list neither.
  if (REFUSED.test(error.code) || error.code === 'gate_device_ended') return 'fail'
  if (error.code === 'validation') return 'again'
  return error.status === 409 ? 'fail' : 'unchecked'
}

const UNSEEN_MS = 1500

/**
 * Creates a filter that tells whether a detected code is a new scan. A code held in front of the camera counts once; it
 * counts again after it was out of sight or after another code.
 */
export const createRepeatFilter = () => {
  let last = { raw: '', seenAt: -Infinity }
  return (raw: string, now: number): boolean => {
    const isSame = raw === last.raw && now - last.seenAt < UNSEEN_MS
    last = { raw, seenAt: now }
    return !isSame
  }
}
