import type { RefusalCode } from './refusal.ts'

/** How a device decided a scan: asking the server, asking the hub, or by its own list. */
export const SCAN_MODES = ['online', 'hub', 'alone'] as const
export type ScanMode = (typeof SCAN_MODES)[number]

/** What a device is for. */
export const DEVICE_ROLES = ['scan', 'supervisor', 'hub'] as const
export type DeviceRole = (typeof DEVICE_ROLES)[number]

/** Why an entry that a device made by itself does not fit what the server knows. */
export const CONFLICT_KINDS = ['double', 'cancelled', 'reissued', 'foreign', 'unknown', 'untimely'] as const
export type ConflictKind = (typeof CONFLICT_KINDS)[number]

/** The code with which a scan would have been refused online. */
export const codeOfConflict = (kind: ConflictKind): RefusalCode =>
  ({ double: 'S2', cancelled: 'S3', reissued: 'S3', foreign: 'S4', unknown: 'S1', untimely: 'S5' } as const)[kind]

/**
 * What is wrong with the clock of a scan. `ahead`: later than now even after the correction. `jumped`: earlier than the
 * scan before it, so that somebody set the clock back in between, or forward before that.
 */
export type ClockFlag = 'ahead' | 'jumped'

export interface TimedScan {
  /** The place in the device's own sequence, which a clock cannot change. */
  readonly seq: number
  /** By the device's clock. */
  readonly at: Date
}

export interface CorrectedScan {
  /** By the server's clock, never later than now. */
  readonly at: Date
  readonly flag: ClockFlag | null
  /** Later than now by more than a clock may be off, also where it is flagged as `jumped`. */
  readonly isFuture: boolean
}

/** Smaller steps back are those of a clock that is being set by its network. */
const TOLERANCE_MS = 2000
/** What a clock may be off by before its scans are held against it: a network may set it between scan and upload. */
const CLOCK_SKEW_MS = 60_000

/**
 * The times of a device's scans by the server's clock. The device sends its own time with the batch, and what it is off by
 * now is taken off every scan. The order of the sequence is certain: a scan before its predecessor is flagged. In the order
 * in which they are given.
 */
export const correctTimes = (
  scans: readonly TimedScan[],
  { sentAt, receivedAt }: { readonly sentAt: Date; readonly receivedAt: Date },
): CorrectedScan[] => {
  const behind = receivedAt.getTime() - sentAt.getTime()
  const corrected = new Map<TimedScan, CorrectedScan>()
  let latest = -Infinity
  for (const scan of scans.toSorted((a, b) => a.seq - b.seq)) {
    const at = scan.at.getTime()
    const isBack = at < latest - TOLERANCE_MS
    latest = Math.max(latest, at)
    const isAhead = at + behind > receivedAt.getTime() + TOLERANCE_MS
    corrected.set(scan, {
      at: new Date(Math.min(at + behind, receivedAt.getTime())),
      flag: isBack ? 'jumped' : isAhead ? 'ahead' : null,
      isFuture: at + behind > receivedAt.getTime() + CLOCK_SKEW_MS,
    })
  }
  return scans.flatMap((scan) => corrected.get(scan) ?? [])
}

/** Whether a corrected time lies before the ticket was issued, by more than a clock may be off. */
export const isBeforeIssue = (at: Date, issuedAt: Date): boolean => at.getTime() < issuedAt.getTime() - CLOCK_SKEW_MS
