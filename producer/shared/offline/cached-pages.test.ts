import 'fake-indexeddb/auto'
import { beforeEach, describe, expect, it } from 'vitest'
import { ACCOUNT, EVENT, scanUuid, signIn, USER } from '../../testing/admission.ts'
import { storeAccessToken } from '../storage.ts'
import { cachePage, clearOfflineData, countUnsent, purgeForeignData, readCachedPages } from './cached-pages.ts'
import { database, type StoredScan } from './database.ts'
import { cacheOwner, recordFullLoad } from './last-contact.ts'

const KEY = ['event', EVENT, 'page']

const scanOf = (owner: string, index: number, state: StoredScan['state'] = 'waiting'): StoredScan => ({
  scan_uuid: scanUuid(index),
  event: EVENT,
  owner,
  account: ACCOUNT,
  text: '',
  ticket_uuid: '',
  name: '',
  device_id: '',
  gate: null,
  scanned_at: '',
  state,
})

beforeEach(async () => {
  signIn()
  await Promise.all([database.pages.clear(), database.scans.clear(), database.lists.clear(), database.tickets.clear()])
})

describe('cached pages', () => {
  it('are read back in the account they were stored in, the latest version of each', async () => {
    await cachePage(ACCOUNT, KEY, { name: 'before' })
    await cachePage(ACCOUNT, KEY, { name: 'after' })
    await cachePage('another account', KEY, { name: 'foreign' })
    expect((await readCachedPages(ACCOUNT)).map(({ data }) => data)).toEqual([{ name: 'after' }])
  })

  it('are neither stored nor read without a signed-in user', async () => {
    await cachePage(ACCOUNT, KEY, 1)
    storeAccessToken(undefined)
    expect(await readCachedPages(ACCOUNT)).toEqual([])
    localStorage.clear()
    await cachePage(ACCOUNT, KEY, 2)
    expect(await database.pages.count()).toBe(1)
  })

  it('of another user are never read', async () => {
    await cachePage(ACCOUNT, KEY, 'mine')
    recordFullLoad('another user')
    expect(await readCachedPages(ACCOUNT)).toEqual([])
  })
})

describe('purgeForeignData', () => {
  it('deletes pages of other users and of accounts the user has left, and keeps general pages', async () => {
    await cachePage('', ['session'], 'session')
    await cachePage(ACCOUNT, KEY, 'kept')
    await cachePage('left account', KEY, 'left')
    recordFullLoad('another user')
    await cachePage(ACCOUNT, KEY, 'foreign')
    await purgeForeignData(USER, [ACCOUNT])
    expect(new Set((await database.pages.toArray()).map(({ data }) => data))).toEqual(new Set(['kept', 'session']))
  })

  it('keeps queued scans of other users', async () => {
    await database.scans.put(scanOf('another user', 1))
    await purgeForeignData(USER, [ACCOUNT])
    expect(await database.scans.count()).toBe(1)
  })
})

describe('sign-out', () => {
  it('counts only own scans that are still to be sent', async () => {
    await database.scans.bulkPut([scanOf(USER, 1), scanOf(USER, 2, 'refused'), scanOf('another user', 3)])
    expect(await countUnsent()).toBe(1)
  })

  it('deletes everything of the user and nobody else’s scans', async () => {
    await cachePage(ACCOUNT, KEY, 'mine')
    await database.scans.bulkPut([scanOf(USER, 1), scanOf('another user', 2)])
    await clearOfflineData()
    expect(await database.pages.count()).toBe(0)
    expect((await database.scans.toArray()).map(({ owner }) => owner)).toEqual(['another user'])
    expect(cacheOwner()).toBeUndefined()
  })
})
