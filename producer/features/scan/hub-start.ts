import { startGateHub } from '@kartis/contract/gate-devices.ts'
import { api } from '../../shared/api.ts'
import { ApiError } from '../../shared/api-error.ts'
import type { LocalAdmissionList } from '../../shared/check-in/admission-list.ts'
import { readStored, writeStored } from '../../shared/storage.ts'

/** This device as a hub. */
export interface HubOwner {
  readonly event: string
  readonly device: string
  readonly name: string
}

const newHub = (): string =>
  [...crypto.getRandomValues(new Uint8Array(8))].map((byte) => byte.toString(16).padStart(2, '0')).join('')

/** The hub of this device for an event: the same again after a restart, so that its phones know it. */
export const hubIdOf = (event: string): string => {
  const [stored, hub] = (readStored('device:hub_own') ?? '').split(' ')
  if (stored === event && hub !== undefined) return hub
  const fresh = newHub()
  writeStored('device:hub_own', `${event} ${fresh}`)
  return fresh
}

/** Whether this device is the hub of an event and was not ended: its page was loaded again, or its browser died. */
export const wasHub = (event: string): boolean => (readStored('device:hub_own') ?? '').split(' ')[0] === event

/** The next start is another hub. */
const forgetHubId = (): void => writeStored('device:hub_own', undefined)

const other = (value: unknown): string | undefined =>
  typeof value === 'object' && value !== null && 'name' in value && typeof value.name === 'string'
    ? value.name
    : undefined

/**
 * Registers this device as the hub of its event. Returns the name of another one that has not ended; without a network only
 * one that the list knows of. Throws ApiError where the server refuses it for another reason.
 */
export const registerHub = async (
  { event, device, name }: HubOwner,
  list: LocalAdmissionList,
  replace: boolean,
): Promise<string | undefined> => {
  const hub = hubIdOf(event)
  try {
    await api(startGateHub, { retry: false, params: { uuid: event }, body: { hub, device_id: device, name, replace } })
    return undefined
  } catch (error) {
    if (error instanceof ApiError && error.code === 'conflict') return other(error.detail['hub']) ?? ''
    if (error instanceof ApiError && error.status > 0 && error.status < 500) throw error
    const knownHub = list.facts.hub
    return knownHub && knownHub.hub !== hub && !replace ? knownHub.name : undefined
  }
}

/** This device is the hub no longer. Without a network the server learns it with the next start of one. */
export const endHub = async ({ event, device, name }: HubOwner): Promise<void> => {
  const hub = hubIdOf(event)
  forgetHubId()
  await api(startGateHub, {
    retry: false,
    params: { uuid: event },
    body: { hub, on: false, device_id: device, name },
  }).catch(() => undefined)
}

/** Two tabs of one browser would be two hubs. Resolves with how to give it back; undefined where another tab has it. */
export const lockHub = (event: string): Promise<(() => void) | undefined> =>
  new Promise((resolve) => {
    if (!('locks' in navigator)) return resolve(() => undefined)
    navigator.locks
      .request(`kartis-hub-${event}`, { ifAvailable: true }, (lock) => {
        if (!lock) return resolve(undefined)
        return new Promise<void>((release) => resolve(release))
      })
      .catch(() => resolve(undefined))
  })
