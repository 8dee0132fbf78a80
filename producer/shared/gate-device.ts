import type { joinGate } from '@kartis/contract/gate-devices.ts'
import type { ReplyOf } from '@kartis/contract/endpoint.ts'
import { writeGateEnd } from './gate-end.ts'
import { clearCacheOwner } from './offline/last-contact.ts'
import { isAtGate, readStored, storeAccessToken, storeWorkspace, writeStored } from './storage.ts'

/** What a phone that joined a gate by a link knows of itself. */
export type GateIdentity = ReplyOf<typeof joinGate>['data'] & { readonly name: string }

const random = (): string =>
  [...crypto.getRandomValues(new Uint8Array(32))].map((byte) => byte.toString(16).padStart(2, '0')).join('')

/**
 * The token of this phone for a link. It is stored before it is sent, so that the repeat of a lost reply is by the same
 * phone.
 */
export const tokenForLink = (secret: string): string => {
  const [link, token] = (readStored('device:gate_pending') ?? '').split(' ')
  if (link === secret && token !== undefined) return token
  const fresh = `gate_${random()}`
  writeStored('device:gate_pending', `${secret} ${fresh}`)
  return fresh
}

export const gateIdentity = (): GateIdentity | undefined => {
  const stored = readStored('device:gate_identity')
  if (stored === undefined || !isAtGate()) return undefined
  try {
    return JSON.parse(stored) as GateIdentity
  } catch {
    return undefined
  }
}

/** Makes this phone the device that has joined. Whoever else is signed in on it stays so on the other pages. */
export const becomeGateDevice = (identity: GateIdentity, token: string): void => {
  writeStored('device:gate_identity', JSON.stringify(identity))
  writeStored('device:gate_pending', undefined)
  writeGateEnd(undefined)
  storeAccessToken(token)
  storeWorkspace(identity.account_uuid)
  writeStored('device:gate_owner', identity.uuid)
  writeStored('device:gate', identity.gate ?? undefined)
}

const hashOf = async (secret: string): Promise<string> => {
  const hash = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(secret))
  return [...new Uint8Array(hash)].map((byte) => byte.toString(16).padStart(2, '0')).join('')
}

/** Stores by which link this phone has joined: whoever opens it again here is at work, and joins no second time. */
export const recordJoinedLink = async (secret: string): Promise<void> =>
  writeStored('device:gate_link', await hashOf(secret))

/** Whether this phone is the device that the link has made. Only this phone is looked at, so it holds without a network. */
export const hasJoinedBy = async (secret: string): Promise<boolean> => {
  const joined = readStored('device:gate_link')
  return joined !== undefined && gateIdentity() !== undefined && joined === (await hashOf(secret))
}

/** Where a phone that has joined works. */
export const gateHome = (): '/gate/hub' | '/gate/scan' => (gateIdentity()?.role === 'hub' ? '/gate/hub' : '/gate/scan')

/** Forgets who this phone was at the gate. */
export const forgetGateDevice = (): void => {
  storeAccessToken(undefined)
  storeWorkspace(undefined)
  clearCacheOwner()
  writeStored('device:gate_identity', undefined)
  writeStored('device:gate_event', undefined)
  writeStored('device:gate', undefined)
  writeStored('device:gate_link', undefined)
}
