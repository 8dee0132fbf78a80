import { createStore } from '@kartis/ui/components/store.ts'
import { cacheOwner } from '../offline/last-contact.ts'
import { database, type StoredScan } from '../offline/database.ts'
import { readStoredJson, workspace, writeStored } from '../storage.ts'

/** Scans that were never sent, and that the browser has thrown away with everything else that it had stored. */
export interface LostScans {
  readonly count: number
  /** Times of the first and the last of them. */
  readonly from: string
  readonly to: string
}

type OfOwners = Readonly<Record<string, LostScans>>

/** Beside the database, which a browser that needs space deletes as a whole: what waits there, and that it was there. */
const UNSENT = 'device:unsent'
const LOST = 'device:lost_scans'
const IS_STORED = 'device:is_stored'
const MARK = 'stored'

const own = (): string => `${cacheOwner() ?? ''} ${workspace() ?? ''}`
const read = (name: typeof UNSENT | typeof LOST): OfOwners => (readStoredJson(name) as OfOwners | undefined) ?? {}
const write = (name: typeof UNSENT | typeof LOST, value: LostScans | undefined): void => {
  const { [own()]: before, ...others } = read(name)
  if (before === undefined && value === undefined) return
  writeStored(name, JSON.stringify(value === undefined ? others : { ...others, [own()]: value }))
}

/** What the person at this device has lost, until somebody says that it was dealt with. */
export const lostScans = createStore<LostScans | undefined>(undefined)

/** Notes what waits here, oldest first, so that its loss is noticed. */
export const noteUnsent = (waiting: readonly StoredScan[]): void => {
  const [first, last] = [waiting[0], waiting.at(-1)]
  write(UNSENT, first && last && { count: waiting.length, from: first.scanned_at, to: last.scanned_at })
}

const isFresh = (): Promise<boolean> =>
  database.transaction('rw', database.marks, async () => {
    if (await database.marks.get(MARK)) return false
    await database.marks.put({ id: MARK })
    return true
  })

const noteLoss = (saved: number): void => {
  const [unsent, before] = [read(UNSENT)[own()], read(LOST)[own()]]
  const count = (unsent?.count ?? 0) - saved
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
    noteLoss(inMemory.filter(({ state }) => state === 'waiting').length)
  }
  const lost = read(LOST)[own()]
  if (JSON.stringify(lost) !== JSON.stringify(lostScans.read())) lostScans.write(lost)
}

/** Somebody at this device has dealt with it. */
export const dismissLost = (): void => {
  write(LOST, undefined)
  lostScans.write(undefined)
}
