import { forgetRecentEntries } from './check-in/recent-entries.ts'
import { sendQueuedScans } from './check-in/scan-queue.ts'
import { forgetGateDevice } from './gate-device.ts'
import { database, dropLists } from './offline/database.ts'
import { cacheOwner } from './offline/last-contact.ts'

let running: Promise<void> | undefined

/** Scans that were not sent yet. What the server answered with a conflict was sent; only its explanation is open. */
const unsentOf = (owner: string): Promise<number> =>
  database.scans
    .where('owner')
    .equals(owner)
    .and(({ state }) => state !== 'refused')
    .count()

const end = async (isLost: boolean): Promise<void> => {
  const owner = cacheOwner()
  if (owner !== undefined) {
    forgetRecentEntries(owner)
    const lists = await database.lists.where('owner').equals(owner).toArray()
    const files = await database.snapshots.filter((file) => file.owner === owner).toArray()
    const people = await database.people.filter((file) => file.owner === owner).toArray()
    await dropLists([...lists, ...files, ...people].map(({ event }) => event))
    await database.pages.where('owner').equals(owner).delete()
    // Their guests are inside: the server takes them for a day.
    if (!isLost) await sendQueuedScans()
    const isSent = isLost || (await unsentOf(owner)) === 0
    if (!isSent) return
    await database.scans.where('owner').equals(owner).delete()
  }
  forgetGateDevice()
}

/**
 * The permission of this device is over: wipes its lists at once, sends the scans that wait, and forgets who it was. Scans
 * that could not be sent stay until the page of the end is opened again. `isLost`: the server takes nothing any more.
 */
export const endGateDevice = async (isLost = false): Promise<void> => {
  running ??= end(isLost)
    .catch(() => undefined)
    .finally(() => {
      running = undefined
    })
  await running
  if (location.pathname !== '/gate/ended') location.assign('/gate/ended')
}
