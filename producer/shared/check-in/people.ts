import { gatePeople, gatePeopleKey } from '@kartis/contract/gate-people.ts'
import { GATE_PEOPLE, type GatePerson, readPeopleFile } from '@kartis/domain/gate-people.ts'
import { fromBase64Url } from '@kartis/domain/ticket-code.ts'
import { api, apiFile } from '../api.ts'
import { ApiError } from '../api-error.ts'
import { database, type StoredAdmissionList, type StoredPeopleKey } from '../offline/database.ts'
import { cacheOwner } from '../offline/last-contact.ts'
import { workspace } from '../storage.ts'
import type { People } from './guest-names.ts'

type Facts = Pick<StoredAdmissionList, 'event' | 'aheadMs' | 'seq'>
export type PeoplePurpose = 'scan' | 'hub'

/** Deletes the names of an event with what opens them. */
export const wipePeople = async (event: string): Promise<void> => {
  await database.transaction('rw', database.people, database.peopleKeys, async () => {
    await database.people.delete(event)
    await database.peopleKeys.delete(event)
  })
}

/** The latest server time that this device knows: a clock that is set back wins nothing. */
const noteTime = async (stored: StoredPeopleKey, aheadMs: number): Promise<number> => {
  const now = Math.max(Date.now() + aheadMs, stored.seenAt)
  if (now > stored.seenAt) await database.peopleKeys.update(stored.event, { seenAt: now })
  return now
}

/** Inflated text of a file; throws where the key does not fit or a byte was changed. */
const unseal = async (event: string, file: Uint8Array<ArrayBuffer>, { key }: StoredPeopleKey): Promise<string> => {
  const parts = readPeopleFile(event, file)
  if (!parts) throw new Error('not a file of guests')
  const cipher = { name: 'AES-GCM', iv: parts.nonce, additionalData: parts.bound }
  const compressed = await crypto.subtle.decrypt(cipher, key, parts.sealed)
  return new Response(new Blob([compressed]).stream().pipeThrough(new DecompressionStream('deflate-raw'))).text()
}

/**
 * The names on this device, for as long as it may read them; after that they are deleted. Undefined where it has none, or
 * none that it can open.
 */
export const readPeople = async ({ event, aheadMs }: Facts): Promise<People | undefined> => {
  const [stored, key] = await Promise.all([database.people.get(event), database.peopleKeys.get(event)])
  if (!key) return undefined
  if ((await noteTime(key, aheadMs)) >= key.endsAt) {
    await wipePeople(event)
    return undefined
  }
  if (!stored || stored.owner !== cacheOwner() || stored.account !== workspace()) return undefined
  const rows = JSON.parse(await unseal(event, stored.file, key)) as readonly GatePerson[]
  return {
    persons: new Map(rows.map(([number, holder, phoneEnd]) => [number, { holder, phoneEnd }])),
    until: key.endsAt,
  }
}

const loadKey = async (event: string, purpose: PeoplePurpose, device: string, aheadMs: number): Promise<void> => {
  const { data } = await api(gatePeopleKey, {
    retry: false,
    params: { uuid: event },
    body: { device_id: device, as: purpose },
  })
  const bytes = fromBase64Url(data.key)
  if (!bytes) throw new Error('not a key')
  // Not extractable: a script can use it here, and copy it nowhere.
  const key = await crypto.subtle.importKey('raw', bytes, 'AES-GCM', false, ['decrypt'])
  const now = Date.now() + aheadMs
  await database.peopleKeys.put({
    event,
    key,
    generation: data.generation,
    loadedAt: now,
    endsAt: Date.parse(data.ends_at),
    seenAt: now,
  })
}

const loadFile = async ({ event, seq = 0 }: Facts, purpose: PeoplePurpose): Promise<void> => {
  const blob = await apiFile(gatePeople, { params: { uuid: event }, query: { as: purpose } })
  const file = new Uint8Array(await blob.arrayBuffer())
  const owned = { owner: cacheOwner() ?? '', account: workspace() ?? '' }
  await database.people.put({ ...owned, event, file, at: Date.now(), seq })
}

/**
 * A key is requested again where the file has another one, and in the second half of its time, ten minutes after the last
 * one at the earliest: near the end of the event each one ends soon, and a device gets a few in an hour.
 */
const isKeyOld = (key: StoredPeopleKey | undefined, generation: number | undefined, now: number): boolean => {
  if (key === undefined || key.generation !== generation) return true
  const { loadedAt = 0, endsAt } = key
  return now - loadedAt >= Math.max((endsAt - loadedAt) / 2, GATE_PEOPLE.freshMinutes * 60_000)
}

/** The server says that this device may not have them, or no longer. */
const isRefused = (error: unknown): boolean => error instanceof ApiError && [403, 404, 409].includes(error.status)

export interface PeopleRequest {
  readonly facts: Facts
  readonly purpose: PeoplePurpose
  /** Whether the event lets devices that scan have them. */
  readonly isAllowed: boolean
  readonly device: string
  readonly current: People | undefined
}

/**
 * Loads the names where they are allowed and have changed, and deletes them where they are not. What was there stays where the
 * server gives no answer. Gives what this device may read now.
 */
export const syncPeople = async ({
  facts,
  purpose,
  isAllowed,
  device,
  current,
}: PeopleRequest): Promise<People | undefined> => {
  const { event, seq, aheadMs } = facts
  if (!isAllowed && purpose === 'scan') {
    await wipePeople(event)
    return undefined
  }
  const stored = await database.people.get(event)
  const isOld = stored !== undefined && Date.now() - stored.at >= GATE_PEOPLE.freshMinutes * 60_000
  const isFileNeeded = stored === undefined || (isOld && stored.seq !== seq)
  try {
    if (isFileNeeded) await loadFile(facts, purpose)
    const [file, key] = await Promise.all([database.people.get(event), database.peopleKeys.get(event)])
    const generation = file && readPeopleFile(event, file.file)?.generation
    const isKeyNeeded = isKeyOld(key, generation, Date.now() + aheadMs)
    if (isKeyNeeded) await loadKey(event, purpose, device, aheadMs)
    // The same text is not opened again every half minute.
    if (!isFileNeeded && !isKeyNeeded && current) return (await hasTime(facts)) ? current : undefined
  } catch (error) {
    if (!isRefused(error)) return readPeople(facts)
    await wipePeople(event)
    return undefined
  }
  return readPeople(facts)
}

/** Whether this device may still read them; deletes them where it may not. */
export const hasTime = async ({ event, aheadMs }: Facts): Promise<boolean> => {
  const key = await database.peopleKeys.get(event)
  if (key && (await noteTime(key, aheadMs)) < key.endsAt) return true
  await wipePeople(event)
  return false
}
