import 'fake-indexeddb/auto'
import { admissionChanges, admissionList } from '@kartis/contract/admission-list.ts'
import { Dexie } from 'dexie'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import {
  ACCOUNT,
  admissionChangesOf,
  admissionPage,
  EVENT,
  scanUuid,
  signIn,
  ticketCode,
  ticketUuid,
  USER,
} from '../../testing/admission.ts'
import { json, networkError, type StubServer, stubServer } from '../../testing/server.ts'
import { database, dropLists } from '../offline/database.ts'
import { storeWorkspace } from '../storage.ts'
import { checkInClock, countersOf, readAdmissionList, recordAct, refreshAdmissionList } from './admission-list.ts'
import { decide } from './decide.ts'

const HOUR = 3_600_000
const NOW = new Date('2026-12-03T18:00:00Z')

let server: StubServer
beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: NOW })
  signIn()
  server = stubServer()
  await Promise.all([database.scans.clear(), database.lists.clear(), database.tickets.clear()])
})
afterEach(() => void vi.useRealTimers())

const queries = () => server.sentTo(admissionList).map(({ path }) => new URL(path, 'http://x').searchParams)

describe('refreshAdmissionList', () => {
  it('loads every page once and stores the list for the next start', async () => {
    const [first, second] = [admissionPage(2), admissionPage(4)]
    server.on(admissionList, (_request, nth) =>
      json({
        data: nth === 1 ? { ...first, next: ticketUuid(1) } : { ...second, tickets: second.tickets.slice(2), seq: 99 },
      }),
    )
    const { list } = await refreshAdmissionList(EVENT, undefined)
    expect([...list.tickets.keys()]).toEqual([0, 1, 2, 3].map(ticketUuid))
    expect(queries().map((query) => query.get('after'))).toEqual([null, ticketUuid(1)])
    // changes made while the second page loads belong to the next refresh
    expect(list.facts.seq).toBe(first.seq)
    expect((await readAdmissionList(EVENT))?.tickets.size).toBe(4)
  })

  const changesAfter = () =>
    server.sentTo(admissionChanges).map(({ path }) => new URL(path, 'http://x').searchParams.get('after'))

  it('loads only the changes afterwards, as many pages as there are, and keeps the other tickets', async () => {
    const page = admissionPage(2)
    server.on(admissionList, () => json({ data: page }))
    server.on(admissionChanges, (_request, nth) => {
      const changed = page.tickets.map((ticket) => ({ ...ticket, redeemed_at: NOW.toISOString(), gate: 'מערב' }))
      return json({ data: admissionChangesOf(changed.slice(nth - 1, nth), { seq: page.seq + nth, more: nth === 1 }) })
    })
    const { list } = await refreshAdmissionList(EVENT, undefined)
    const { list: next } = await refreshAdmissionList(EVENT, list)
    expect(changesAfter()).toEqual([page.seq, page.seq + 1].map(String))
    expect([...next.tickets.values()].map(({ gate }) => gate)).toEqual(['מערב', 'מערב'])
    expect(next.facts.seq).toBe(page.seq + 2)
    expect((await readAdmissionList(EVENT))?.tickets.size).toBe(2)
    expect(queries()).toHaveLength(1)
  })

  it('loads the whole list again when the server has lost some changes', async () => {
    server.on(admissionList, (_request, nth) => json({ data: admissionPage(nth === 1 ? 3 : 1, { seq: nth * 7 }) }))
    server.on(admissionChanges, () => json({ data: admissionChangesOf([], { gap: true }) }))
    const { list } = await refreshAdmissionList(EVENT, undefined)
    const { list: next } = await refreshAdmissionList(EVENT, list)
    expect([...next.tickets.keys()]).toEqual([ticketUuid(0)])
    expect(next.facts.seq).toBe(14)
    expect((await readAdmissionList(EVENT))?.tickets.size).toBe(1)
  })

  it('loads the whole list once where an older version of the app stored it', async () => {
    server.on(admissionList, () => json({ data: admissionPage(1) }))
    const { list } = await refreshAdmissionList(EVENT, undefined)
    const { seq: _seq, ...facts } = list.facts
    await refreshAdmissionList(EVENT, { ...list, facts })
    expect(queries()).toHaveLength(2)
    expect(changesAfter()).toEqual([])
  })

  it('loads the whole list again after twelve hours and drops tickets that are gone', async () => {
    server.on(admissionList, (_request, nth) => json({ data: admissionPage(nth === 1 ? 3 : 1) }))
    const { list } = await refreshAdmissionList(EVENT, undefined)
    vi.setSystemTime(NOW.getTime() + 13 * HOUR)
    const { list: next } = await refreshAdmissionList(EVENT, list)
    expect(queries()).toHaveLength(2)
    expect([...next.tickets.keys()]).toEqual([ticketUuid(0)])
    expect((await readAdmissionList(EVENT))?.tickets.size).toBe(1)
  })

  it('leaves the stored list whole when the phone is killed while another one takes its place', async () => {
    server.on(admissionList, (_request, nth) => json({ data: admissionPage(nth === 1 ? 3 : 1, { seq: nth * 7 }) }))
    await refreshAdmissionList(EVENT, undefined)
    const put = database.lists.put.bind(database.lists)
    // Tickets are gone and others written when it happens: a browser that is killed aborts what was open.
    const killed = vi.spyOn(database.lists, 'put').mockImplementationOnce((facts) => {
      const written = put(facts)
      Dexie.currentTransaction.abort()
      return written
    })
    await expect(refreshAdmissionList(EVENT, undefined)).rejects.toMatchObject({ name: 'AbortError' })
    killed.mockRestore()
    const stored = await readAdmissionList(EVENT)
    expect([stored?.tickets.size, stored?.facts.seq]).toEqual([3, 7])
  })

  it('leaves the stored list alone when the network fails', async () => {
    vi.useFakeTimers({ toFake: ['Date', 'setTimeout'], now: NOW })
    server.on(admissionList, () => json({ data: admissionPage(2) }))
    const { list } = await refreshAdmissionList(EVENT, undefined)
    server.on(admissionChanges, networkError)
    const failed = expect(refreshAdmissionList(EVENT, list)).rejects.toMatchObject({ code: 'N1' })
    await vi.advanceTimersByTimeAsync(5000)
    await failed
    expect(list.tickets.size).toBe(2)
  })
})

describe('readAdmissionList', () => {
  const load = async () => {
    server.on(admissionList, () => json({ data: admissionPage(2) }))
    return (await refreshAdmissionList(EVENT, undefined)).list
  }

  it('is empty for another user and for another account', async () => {
    await load()
    storeWorkspace('another account')
    expect(await readAdmissionList(EVENT)).toBeUndefined()
    localStorage.clear()
    expect(await readAdmissionList(EVENT)).toBeUndefined()
  })

  it('counts tickets admitted here as redeemed before the server knows them', async () => {
    await load()
    await database.scans.put({
      scan_uuid: scanUuid(1),
      event: EVENT,
      owner: USER,
      account: ACCOUNT,
      text: ticketUuid(0),
      ticket_uuid: ticketUuid(0),
      name: '',
      device_id: 'phone 1',
      gate: null,
      scanned_at: NOW.toISOString(),
      state: 'waiting',
    })
    const list = await readAdmissionList(EVENT)
    if (!list) throw new Error('the list is missing')
    expect((await decide(list, { text: ticketCode(0), scanUuid: scanUuid(2), at: NOW })).verdict).toMatchObject({
      refusal: 'S2',
    })
    expect((await decide(list, { text: ticketCode(1), scanUuid: scanUuid(3), at: NOW })).verdict).toMatchObject({
      admit: true,
    })
  })

  it('keeps a recorded admission over a restart', async () => {
    const list = await load()
    recordAct(list, ticketUuid(1), { type: '', scanned_at: NOW.toISOString(), gate: 'צפון' })
    await vi.waitFor(async () =>
      expect((await readAdmissionList(EVENT))?.tickets.get(ticketUuid(1))).toMatchObject({ gate: 'צפון' }),
    )
  })
})

describe('recordAct', () => {
  const entered = { type: 'general', scanned_at: NOW.toISOString(), device_id: 'd', scan_uuid: scanUuid(1), gate: null }

  it('writes nothing into a list that was wiped before the entry was stored', async () => {
    server.on(admissionList, () => json({ data: admissionPage(2) }))
    const { list } = await refreshAdmissionList(EVENT, undefined)
    recordAct(list, ticketUuid(0), entered)
    await dropLists([EVENT])
    await new Promise((resolve) => setTimeout(resolve, 700))
    expect(await database.tickets.count()).toBe(0)
  })

  it('writes nothing that is older than the whole list which was loaded meanwhile', async () => {
    server.on(admissionList, () => json({ data: admissionPage(2) }))
    const { list } = await refreshAdmissionList(EVENT, undefined)
    recordAct(list, ticketUuid(0), entered)
    vi.setSystemTime(NOW.getTime() + 13 * HOUR)
    await refreshAdmissionList(EVENT, list)
    await new Promise((resolve) => setTimeout(resolve, 700))
    expect((await database.tickets.toArray()).map(({ redeemed_at }) => redeemed_at)).toEqual([undefined, undefined])
  })
})

describe('countersOf and checkInClock', () => {
  it('count valid and redeemed tickets without cancelled ones', async () => {
    const page = admissionPage(3)
    const [first, second, third] = page.tickets
    server.on(admissionList, () =>
      json({
        data: {
          ...page,
          tickets: [
            first,
            { ...second, redeemed_at: NOW.toISOString() },
            { ...third, cancelled_at: NOW.toISOString() },
          ],
        },
      }),
    )
    const { list } = await refreshAdmissionList(EVENT, undefined)
    expect(countersOf(list)).toMatchObject({ total_scanned: 1, total_unscanned: 1, total_tickets: 2 })
  })

  it('follow the server where the device clock is wrong', async () => {
    const ahead = new Date(NOW.getTime() + 7 * 60_000).toISOString()
    server.on(admissionList, () => json({ data: admissionPage(1, { as_of: ahead }) }))
    const { list } = await refreshAdmissionList(EVENT, undefined)
    expect(checkInClock(list).toISOString()).toBe(ahead)
  })
})
