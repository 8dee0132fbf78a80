import { accessToken, dropOfflineRecords, writeStored } from '../storage.ts'
import { cacheOwner } from './last-contact.ts'
import type { CachedPage } from './database.ts'

// Dexie is loaded on demand: sessions that never go offline do not need it at the start.
const open = () => import('./database.ts')

const idOf = (owner: string, account: string, key: readonly unknown[]): string => JSON.stringify([owner, account, key])

/** Stores a query result for the signed-in user. Does nothing where there is no storage. */
export const cachePage = async (account: string, key: readonly unknown[], data: unknown): Promise<void> => {
  const owner = cacheOwner()
  if (owner === undefined) return
  try {
    const { database } = await open()
    await database.pages.put({ id: idOf(owner, account, key), owner, account, question: key, data })
  } catch {
    // a full or unavailable storage must not stop the current work
  }
}

/** The stored query results of the signed-in user in this account. */
export const readCachedPages = async (account: string): Promise<readonly CachedPage[]> => {
  const owner = cacheOwner()
  if (owner === undefined || accessToken() === undefined) return []
  try {
    const { database } = await open()
    return await database.pages
      .where('owner')
      .equals(owner)
      .filter((page) => page.account === account)
      .toArray()
  } catch {
    return []
  }
}

/** Deletes data of other users and of accounts the user has left. Their queued scans stay. */
export const purgeForeignData = async (owner: string, accounts: readonly string[]): Promise<void> => {
  const isForeign = (record: { readonly owner: string; readonly account: string }): boolean =>
    record.owner !== owner || (record.account !== '' && !accounts.includes(record.account))
  try {
    const { database, dropLists } = await open()
    await database.pages.filter(isForeign).delete()
    const lists = await database.lists.filter(isForeign).toArray()
    await database.snapshots.filter(isForeign).delete()
    const people = await database.people.filter(isForeign).toArray()
    await dropLists([...lists, ...people].map(({ event }) => event))
  } catch {
    // without storage there is nothing to delete
  }
}

/** Number of queued scans of the signed-in user, over all accounts. */
export const countUnsent = async (): Promise<number> => {
  const owner = cacheOwner()
  if (owner === undefined) return 0
  try {
    const { database } = await open()
    return await database.scans
      .where('owner')
      .equals(owner)
      .filter(({ state }) => state === 'waiting')
      .count()
  } catch {
    return 0
  }
}

/** Deletes the user's data from this device at sign-out. Queued scans of other users stay. */
export const clearOfflineData = async (): Promise<void> => {
  const owner = cacheOwner()
  dropOfflineRecords()
  try {
    const { database } = await open()
    await Promise.all([
      database.pages.clear(),
      database.lists.clear(),
      database.tickets.clear(),
      database.snapshots.clear(),
      database.people.clear(),
      database.peopleKeys.clear(),
      database.marks.clear(),
    ])
    // Nothing is lost: the database is new for the next person.
    for (const name of ['device:is_stored', 'device:unsent'] as const) writeStored(name, undefined)
    if (owner !== undefined) await database.scans.where('owner').equals(owner).delete()
  } catch {
    // without storage there is nothing to delete
  }
}
