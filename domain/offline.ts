import { OFFLINE } from './limits.ts'
import { type Refusal, refuse } from './refusal.ts'

/** When a check-in device last loaded every ticket, and when the server last answered it. */
export interface LastContact {
  readonly fullLoadAt: Date | undefined
  readonly onlineAt: Date | undefined
}

const DAY_MS = 24 * 3_600_000

const isOlder = (instant: Date, days: number, now: Date): boolean => now.getTime() - instant.getTime() > days * DAY_MS

/**
 * Why a device without a network may not check tickets in from its local data; undefined when it may. N2: it never had a full
 * load. N4: its last full load is too old. N3: the server has not answered for too long.
 */
export const offlineCheckInRefusal = ({ fullLoadAt, onlineAt }: LastContact, now: Date): Refusal | undefined => {
  if (fullLoadAt === undefined) return refuse('N2')
  if (isOlder(fullLoadAt, OFFLINE.fullLoadDays, now)) return refuse('N4', { detail: { days: OFFLINE.fullLoadDays } })
  return isOlder(onlineAt ?? fullLoadAt, OFFLINE.onlineDays, now)
    ? refuse('N3', { detail: { days: OFFLINE.onlineDays } })
    : undefined
}
