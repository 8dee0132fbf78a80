import { createStore } from '@kartis/ui/components/store.ts'
import { cacheOwner } from '../offline/last-contact.ts'
import { database, type StoredScan } from '../offline/database.ts'
import { readStoredJson, workspace, writeStored } from '../storage.ts'
import { senderKey, withNewest } from './of-device.ts'

/** Scans that were never sent, and that the browser has thrown away with everything else that it had stored. */
export interface LostScans {
  readonly count: number
  /** Times of the first and the last of them. */
  readonly from: string
  readonly to: string
}

type OfOwners = Readonly<Record<string, Unsent>>

/** The same of one device at one event, for the server: what was lost stays lost after somebody has dealt with it here. */
type OfEvents = Readonly<Record<string, LostScans>>

interface Unsent extends LostScans {
  readonly events?: OfEvents
}

/** Beside the database, which a browser that needs space deletes as a whole: what waits there, and that it was there. */
const UNSENT = 'device:unsent'
const LOST = 'device:lost_scans'
const LOST_OF_EVENTS = 'device:lost_of_events'
const IS_STORED = 'device:is_stored'
const MARK = 'stored'

const own = (): string => `${cacheOwner() ?? ''} ${workspace() ?? ''}`
const read = (name: typeof UNSENT | typeof LOST): OfOwners => (readStoredJson(name) as OfOwners | undefined) ?? {}
const write = (name: typeof UNSENT | typeof LOST, value: Unsent | undefined): void => {
  const { [own()]: before, ...others } = read(name)
  if (before === undefined && value === undefined) return
  writeStored(name, JSON.stringify(value === undefined ? others : { ...others, [own()]: value }))
}

/** What the person at this device has lost, until somebody says that it was dealt with. */
export const lostScans = createStore<LostScans | undefined>(undefined)

const spanOf = (scans: readonly StoredScan[]): LostScans | undefined => {
  const [first, last] = [scans[0], scans.at(-1)]
  return first && last && { count: scans.length, from: first.scanned_at, to: last.scanned_at }
}

const byEvent = (scans: readonly StoredScan[]): OfEvents => {
  return Object.fromEntries(
    [...Map.groupBy(scans, senderKey)].flatMap(([key, group]) => {
      const span = spanOf(group)
      return span ? [[key, span]] : []
    }),
  )
}

/** Notes what waits here, oldest first, so that its loss is noticed. */
export const noteUnsent = (waiting: readonly StoredScan[]): void => {
  const all = spanOf(waiting)
  write(UNSENT, all && { ...all, events: byEvent(waiting) })
}

const isFresh = (): Promise<boolean> =>
  database.transaction('rw', database.marks, async () => {
    if (await database.marks.get(MARK)) return false
    await database.marks.put({ id: MARK })
    return true
  })

const lostOfEvents = (): OfEvents => (readStoredJson(LOST_OF_EVENTS) as OfEvents | undefined) ?? {}

/** What this device has lost at an event since it began. */
export const lostAt = (event: string, deviceId: string): LostScans | undefined =>
  lostOfEvents()[senderKey({ event, device_id: deviceId })]

const noteLossOfEvents = (unsent: OfEvents, saved: OfEvents): void => {
  let all = lostOfEvents()
  for (const [key, { count: waited, from, to }] of Object.entries(unsent)) {
    const count = waited - (saved[key]?.count ?? 0)
    if (count <= 0) continue
    const before = all[key]
    all = withNewest(all, key, { count: count + (before?.count ?? 0), from: before?.from ?? from, to })
  }
  writeStored(LOST_OF_EVENTS, JSON.stringify(all))
}

const noteLoss = (inMemory: readonly StoredScan[]): void => {
  const saved = inMemory.filter(({ state }) => state === 'waiting')
  const [unsent, before] = [read(UNSENT)[own()], read(LOST)[own()]]
  if (unsent?.events) noteLossOfEvents(unsent.events, byEvent(saved))
  const count = (unsent?.count ?? 0) - saved.length
  if (!unsent || count <= 0) return
  write(LOST, { count: count + (before?.count ?? 0), from: before?.from ?? unsent.from, to: unsent.to })
}

/**
 * Where the browser has thrown the database away: stores the scans again that an open page still has, and notes how many
 * there were besides.
 */
export const mendStorage = async (inMemory: readonly StoredScan[]): Promise<void> => {
  if (cacheOwner() === undefined) return
  const [wasStored, isNew] = [readStoredJson(IS_STORED) === true, await isFresh()]
  if (!wasStored) writeStored(IS_STORED, 'true')
  if (isNew && wasStored) {
    await database.scans.bulkPut([...inMemory])
    noteLoss(inMemory)
  }
  const lost: LostScans | undefined = read(LOST)[own()]
  if (JSON.stringify(lost) !== JSON.stringify(lostScans.read())) lostScans.write(lost)
}

/** Somebody at this device has dealt with it. */
export const dismissLost = (): void => {
  write(LOST, undefined)
  lostScans.write(undefined)
}
