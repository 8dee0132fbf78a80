import { newKey } from './new-key.ts'

/** A place in the line of one event, as this browser keeps it over reloads. */
export interface PlaceMemory {
  readonly token: string
  readonly number: number
  readonly round: number
  /** How many were ahead when the place was first seen: progress is measured from there. */
  readonly firstAhead?: number
}

export interface PassMemory {
  readonly pass: string
  readonly until: string
}

const DEVICE = 'kartis.device'
const placeKey = (event: string): string => `kartis.place.${event}`
const passKey = (event: string): string => `kartis.pass.${event}`

/** For browsers whose storage is shut: the tab remembers, until it is closed. */
const kept = new Map<string, string>()

const read = (key: string): string | undefined => {
  try {
    return localStorage.getItem(key) ?? kept.get(key)
  } catch {
    return kept.get(key)
  }
}

const write = (key: string, value: string | undefined): void => {
  if (value === undefined) kept.delete(key)
  else kept.set(key, value)
  try {
    if (value === undefined) localStorage.removeItem(key)
    else localStorage.setItem(key, value)
  } catch {
    // The tab remembers it.
  }
}

const parsed = (text: string | undefined): unknown => {
  try {
    return text === undefined ? undefined : JSON.parse(text)
  } catch {
    return undefined
  }
}

/** The word by which places and passes know this browser; made once. */
export const deviceWord = (): string => {
  const known = read(DEVICE)
  if (known !== undefined && /^[\w-]{16,64}$/.test(known)) return known
  const made = newKey()
  write(DEVICE, made)
  return made
}

export const placeAt = (event: string): PlaceMemory | undefined =>
  parsed(read(placeKey(event))) as PlaceMemory | undefined
export const rememberPlace = (event: string, place: PlaceMemory | undefined): void =>
  write(placeKey(event), place && JSON.stringify(place))

/** The pass to an event's sale, while it is good by the server's clock. */
export const passTo = (event: string, now: number): PassMemory | undefined => {
  const pass = parsed(read(passKey(event))) as PassMemory | undefined
  return pass && new Date(pass.until).getTime() > now ? pass : undefined
}
export const rememberPass = (event: string, pass: PassMemory | undefined): void =>
  write(passKey(event), pass && JSON.stringify(pass))

/** What a reservation sends along. */
export const passHeaders = (event: string, now: number): Record<string, string> => {
  const pass = passTo(event, now)
  return pass ? { 'x-waiting-pass': pass.pass, 'x-waiting-device': deviceWord() } : {}
}
