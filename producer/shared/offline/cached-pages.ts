import { accessToken, dropKeptNotes } from '../storage.ts'
import { cacheOwner } from './last-contact.ts'
import type { CachedPage } from './database.ts'

// The database is a library of its own: whoever never loses the network never loads it at the start.
const open = () => import('./database.ts')

const idOf = (owner: string, account: string, question: readonly unknown[]): string =>
  JSON.stringify([owner, account, question])

/** Keeps an answer for the person who is signed in. A browser without a database keeps nothing. */
export const cachePage = async (account: string, question: readonly unknown[], data: unknown): Promise<void> => {
  const owner = cacheOwner()
  if (owner === undefined) return
  try {
    const { database } = await open()
    await database.pages.put({ id: idOf(owner, account, question), owner, account, question, data })
  } catch {
    // a full or closed storage must not stop the work at hand
  }
}

/** The answers kept for the person who is signed in, in this account: nobody else's are ever read. */
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

/** Removes what belongs to other people and to accounts that one is no longer in. Scans that wait to be sent stay theirs. */
export const purgeForeignData = async (owner: string, accounts: readonly string[]): Promise<void> => {
  const isForeign = (record: { readonly owner: string; readonly account: string }): boolean =>
    record.owner !== owner || (record.account !== '' && !accounts.includes(record.account))
  try {
    const { database, dropLists } = await open()
    await database.pages.filter(isForeign).delete()
    const lists = await database.lists.filter(isForeign).toArray()
    await dropLists(lists.map(({ event }) => event))
  } catch {
    // nothing is kept where there is no storage
  }
}

/** How many scans of the signed-in person no server has heard of yet, in all accounts. */
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

/** Signing out leaves nothing of a person on the device. Another person's unsent scans are not theirs to lose. */
export const clearOfflineData = async (): Promise<void> => {
  const owner = cacheOwner()
  dropKeptNotes()
  try {
    const { database } = await open()
    await Promise.all([database.pages.clear(), database.lists.clear(), database.tickets.clear()])
    if (owner !== undefined) await database.scans.where('owner').equals(owner).delete()
  } catch {
    // nothing is kept where there is no storage
  }
}
