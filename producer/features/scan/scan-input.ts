import { ApiError } from '../../shared/api-error.ts'

/** What was read does not even have to be asked about: nothing, or only blanks. */
export const isReadable = (raw: string): boolean => raw.trim() !== ''

/** The longest text that the server looks at; a longer one is no ticket of ours. */
const MAX_CHARS = 2000
export const readText = (raw: string): string => raw.trim().slice(0, MAX_CHARS)

export type ScanFailureKind = 'fail' | 'again' | 'unchecked'

const REFUSED = /^S\d$/

/**
 * What a failed scan means at the door. `fail`: the server looked and says no. `again`: what was read is no text it could
 * look at. `unchecked`: nobody looked (no network, a fault, too many at once), so the same scan must be sent again.
 */
export const scanFailureKind = (error: unknown): ScanFailureKind => {
  if (!(error instanceof ApiError)) return 'unchecked'
  if (REFUSED.test(error.code)) return 'fail'
  if (error.code === 'validation') return 'again'
  return error.status === 409 ? 'fail' : 'unchecked'
}

const GONE_MS = 1500

/**
 * Whether a code that the camera sees is a new scan. One that was answered and is still held into the picture is not:
 * it counts again only after it was out of sight for a moment, or when another code came between.
 */
export const createRepeatFilter = () => {
  let last = { raw: '', seenAt: -Infinity }
  return (raw: string, now: number): boolean => {
    const isSame = raw === last.raw && now - last.seenAt < GONE_MS
    last = { raw, seenAt: now }
    return !isSame
  }
}
