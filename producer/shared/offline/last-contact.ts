import type { LastContact } from '@kartis/domain/offline.ts'
import { isAtGate, readStored, writeStored } from '../storage.ts'

const WRITE_EVERY_MS = 60_000

let writtenAt = -Infinity

const instantOf = (name: 'kept:full_load' | 'kept:online'): Date | undefined => {
  const text = readStored(name)
  return text === undefined || Number.isNaN(Date.parse(text)) ? undefined : new Date(text)
}

/** Records contact with the server; written at most once a minute, because every call reports it. */
export const recordContact = (): void => {
  const now = Date.now()
  if (now - writtenAt < WRITE_EVERY_MS && now >= writtenAt) return
  writtenAt = now
  writeStored('kept:online', new Date(now).toISOString())
}

/** Records a complete start online; data cached from now on belongs to this user. */
export const recordFullLoad = (owner: string): void => {
  const now = new Date().toISOString()
  writeStored('kept:owner', owner)
  writeStored('kept:full_load', now)
  writeStored('kept:online', now)
}

export const lastContact = (): LastContact => ({
  fullLoadAt: instantOf('kept:full_load'),
  onlineAt: instantOf('kept:online'),
})

/** The user or device at the gate whose cached data may be shown; undefined after sign-out or a refused session. */
export const cacheOwner = (): string | undefined => readStored(isAtGate() ? 'device:gate_owner' : 'kept:owner')
export const clearCacheOwner = (): void => writeStored(isAtGate() ? 'device:gate_owner' : 'kept:owner', undefined)
