import { newKey } from '@kartis/contract/client.ts'
import { parsedJson, readItem, writeItem } from './local-storage.ts'

/** A place in the queue of one event, saved over reloads. */
export interface SavedPlace {
  readonly token: string
  readonly number: number
  readonly round: number
  /** People ahead at the first reply; progress is measured from it. */
  readonly firstAhead?: number
}

export interface SavedPass {
  readonly pass: string
  readonly until: string
}

const DEVICE = 'kartis.device'
const placeKey = (event: string): string => `kartis.place.${event}`
const passKey = (event: string): string => `kartis.pass.${event}`

/** Values of this tab, for browsers that refuse storage. */
const valuesInMemory = new Map<string, string>()

const read = (key: string): string | undefined => readItem(key) ?? valuesInMemory.get(key)

const write = (key: string, value: string | undefined): void => {
  if (value === undefined) valuesInMemory.delete(key)
  else valuesInMemory.set(key, value)
  writeItem(key, value)
}

/** The random id of this browser that places and passes belong to; created once. */
export const deviceId = (): string => {
  const saved = read(DEVICE)
  if (saved !== undefined && /^[\w-]{16,64}$/.test(saved)) return saved
  const created = newKey()
  write(DEVICE, created)
  return created
}

export const readPlace = (event: string): SavedPlace | undefined =>
  parsedJson(read(placeKey(event))) as SavedPlace | undefined
export const savePlace = (event: string, place: SavedPlace | undefined): void =>
  write(placeKey(event), place && JSON.stringify(place))

/** The pass to an event's sale, until it expires by the server's clock. */
export const readPass = (event: string, now: number): SavedPass | undefined => {
  const pass = parsedJson(read(passKey(event))) as SavedPass | undefined
  return pass && new Date(pass.until).getTime() > now ? pass : undefined
}
export const savePass = (event: string, pass: SavedPass | undefined): void =>
  write(passKey(event), pass && JSON.stringify(pass))

/** The headers of a reservation: the pass and its device. */
export const passHeaders = (event: string, now: number): Record<string, string> => {
  const pass = readPass(event, now)
  return pass ? { 'x-waiting-pass': pass.pass, 'x-waiting-device': deviceId() } : {}
}
