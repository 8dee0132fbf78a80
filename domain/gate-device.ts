import type { Role } from './permissions.ts'

/** What a device of one evening is for. */
export const GATE_DEVICE_ROLES = ['scan', 'supervisor', 'hub'] as const
export type GateDeviceRole = (typeof GATE_DEVICE_ROLES)[number]

/** The role of a team whose permissions a device has, for its event alone. Who holds the hub leads the gate. */
export const roleOfDevice = (role: GateDeviceRole): Role => (role === 'scan' ? 'scanner' : 'check_in_lead')

export const GATE_DEVICE = {
  /** Devices of one event that have not ended. */
  max: 200,
  /** How long a link and its device may live, in days. */
  days: 31,
  /** For how long a device that has ended may still send the scans that wait on it, in hours. */
  lastUploadHours: 24,
  /** After how many days without use the helper's name is erased. */
  nameDays: 30,
  /** Without contact for this long a device counts as not connected, in seconds. */
  silentSeconds: 90,
  /** It has missed a report: it sends one every half minute. */
  lateSeconds: 45,
  /** A device that has said for this long nothing of its lane has given it up, in hours. */
  laneHours: 12,
} as const

/** A token of a device, made by the device itself: a repeated enrolment has the same one. */
export const GATE_TOKEN = /^gate_[0-9a-f]{64}$/

/** `waiting`: nobody has opened the link. */
export const GATE_DEVICE_STATES = ['waiting', 'active', 'expired', 'revoked'] as const
export type GateDeviceState = (typeof GATE_DEVICE_STATES)[number]

export interface GateDeviceLife {
  readonly joinedAt: Date | null
  readonly expiresAt: Date
  readonly revokedAt: Date | null
  /** Revoked because somebody else may have it: it may not even send what waits on it. */
  readonly isLost: boolean
}

export const gateDeviceState = ({ joinedAt, expiresAt, revokedAt }: GateDeviceLife, now: Date): GateDeviceState => {
  if (revokedAt !== null) return 'revoked'
  if (expiresAt <= now) return 'expired'
  return joinedAt === null ? 'waiting' : 'active'
}

/**
 * Whether a device may call: while it is active; afterwards, for a day, only to send the scans that it made before, because
 * their guests are inside. A lost device may do nothing.
 */
export const mayDeviceCall = (life: GateDeviceLife, now: Date, isUpload: boolean): boolean => {
  const state = gateDeviceState(life, now)
  if (state === 'active') return true
  if (!isUpload || life.isLost || state === 'waiting') return false
  const ended = Math.min(life.expiresAt.getTime(), life.revokedAt?.getTime() ?? Infinity)
  return now.getTime() - ended <= GATE_DEVICE.lastUploadHours * 3_600_000
}

/** The time of a scan reaches the server with a batch, so that it is a little late. */
const TOLERANCE_MS = 2000

/**
 * Whether a device scanned at this time as a device of the gate: after it joined, and before it was revoked or its time
 * ended.
 */
export const wasDeviceActive = ({ joinedAt, expiresAt, revokedAt }: GateDeviceLife, at: Date): boolean => {
  const end = Math.min(expiresAt.getTime(), revokedAt?.getTime() ?? Infinity)
  const isAfterJoin = joinedAt !== null && at.getTime() >= joinedAt.getTime() - TOLERANCE_MS
  return isAfterJoin && at.getTime() <= end + TOLERANCE_MS
}

/**
 * What opening a link does: the first device that opens it takes it, the same device may repeat that, and no other one
 * gets in.
 */
export const joinVerdict = (
  life: GateDeviceLife,
  now: Date,
  isSameDevice: boolean,
): 'join' | 'again' | 'used' | 'ended' => {
  const state = gateDeviceState(life, now)
  if (state === 'waiting') return 'join'
  if (state !== 'active') return 'ended'
  return isSameDevice ? 'again' : 'used'
}
