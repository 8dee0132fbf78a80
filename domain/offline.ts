import { OFFLINE } from './limits.ts'
import { type Refusal, refuse } from './refusal.ts'

/** When this device last had everything, and last heard the server at all. */
export interface LastContact {
  readonly fullLoadAt: Date | undefined
  readonly onlineAt: Date | undefined
}

const DAY_MS = 24 * 3_600_000

const isOlder = (instant: Date, days: number, now: Date): boolean => now.getTime() - instant.getTime() > days * DAY_MS

/**
 * Whether a device without a network may work from what it keeps; the refusal if not. N2: it never had a full load. N4:
 * its last full load is too old. N3: it has not heard the server for too long.
 */
export const judgeOffline = ({ fullLoadAt, onlineAt }: LastContact, now: Date): Refusal | undefined => {
  if (fullLoadAt === undefined) return refuse('N2')
  if (isOlder(fullLoadAt, OFFLINE.fullLoadDays, now)) return refuse('N4', { detail: { days: OFFLINE.fullLoadDays } })
  return isOlder(onlineAt ?? fullLoadAt, OFFLINE.onlineDays, now)
    ? refuse('N3', { detail: { days: OFFLINE.onlineDays } })
    : undefined
}
