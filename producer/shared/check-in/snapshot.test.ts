import 'fake-indexeddb/auto'
import { admissionChanges, admissionList, gateSnapshot } from '@kartis/contract/admission-list.ts'
import { isAdmitted } from '@kartis/domain/admission.ts'
import { Dexie } from 'dexie'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import {
  admissionChangesOf,
  admissionPage,
  EVENT,
  scanUuid,
  signIn,
  snapshotFile,
  ticketCode,
  ticketUuid,
} from '../../testing/admission.ts'
import { json, type StubServer, stubServer } from '../../testing/server.ts'
import { database } from '../offline/database.ts'
import { storeWorkspace } from '../storage.ts'
import {
  countersOf,
  forgetAct,
  type LocalAdmissionList,
  readAdmissionList,
  readSnapshotList,
  recordAct,
  refreshAdmissionList,
  stageOf,
  withSnapshot,
} from './admission-list.ts'
import { decide } from './decide.ts'

let server: StubServer
beforeEach(async () => {
  signIn()
  server = stubServer()
  const { scans, lists, tickets, snapshots } = database
  await Promise.all([scans, lists, tickets, snapshots].map((table) => table.clear()))
})
afterEach(() => void vi.useRealTimers())

/** Files of a server, one after the other, and its list of so many tickets. */
const serve = (files: readonly Uint8Array<ArrayBuffer>[], tickets = 2) => {
  server.on(gateSnapshot, (_request, nth) => new Response(files[nth - 1] ?? files.at(-1) ?? null))
  server.on(admissionList, () => json({ data: admissionPage(tickets) }))
}

/** Loads everything; what decided meanwhile, in its order, is in `shown`. */
const load = async (current?: LocalAdmissionList) => {
  const shown: LocalAdmissionList[] = []
  const { list } = await refreshAdmissionList(EVENT, current, (quick) => shown.push(quick))
  return { list, shown }
}

const serveGap = () => server.on(admissionChanges, () => json({ data: admissionChangesOf([], { gap: true }) }))

const outcome = async (list: LocalAdmissionList | undefined, text: string): Promise<string> => {
  if (!list) return 'no list'
  const { verdict } = await decide(list, { text, scanUuid: scanUuid(1), at: new Date() })
  return isAdmitted(verdict) ? 'in' : verdict.refusal
}

const storedSeqs = async (): Promise<Record<string, number | undefined>> => {
  const seqs: Record<string, number | undefined> = {}
  for (const { id, file } of await database.snapshots.toArray())
    seqs[id.replace(`${EVENT} `, '')] = Number(/"seq":(\d+)/u.exec(new TextDecoder().decode(file))?.[1])
  return seqs
}

describe('a snapshot on a device', () => {
  it('decides codes before the list has arrived, also after a restart without a network', async () => {
    serve([snapshotFile(3)])
    const first = admissionPage(0, { next: ticketUuid(0) })
    server.on(admissionList, (_request, nth) => (nth === 1 ? json({ data: first }) : new Promise(() => undefined)))
    const list = await new Promise<LocalAdmissionList>((resolve) => {
      void refreshAdmissionList(EVENT, undefined, resolve)
    })
    for (const at of [list, await readSnapshotList(EVENT)]) {
      expect([await outcome(at, ticketCode(0)), await outcome(at, ticketCode(1))]).toEqual(['S2', 'in'])
      expect(at && countersOf(at)).toEqual({ total_scanned: 1, total_unscanned: 2, total_tickets: 3 })
      expect(at?.facts.seq).toBe(7)
      expect(at && stageOf(at)).toBe('codes')
    }
  })

  it('has the gates of the seats: at another gate the refusal names the right one', async () => {
    serve([snapshotFile(2, { seatGate: '5' })])
    const list = (await load()).shown.find(({ snapshot }) => snapshot)
    const stored = await readSnapshotList(EVENT)
    if (!list || !stored) throw new Error('no list')
    const at = (gate: string) =>
      decide(stored, { text: ticketCode(1), scanUuid: scanUuid(1), at: new Date(), gate }).then(
        ({ verdict }) => verdict,
      )
    expect(await at('1')).toMatchObject({ refusal: 'S7', detail: { gates: [expect.stringContaining('5')] } })
    expect(isAdmitted(await at('5'))).toBe(true)
  })

  it('is followed by the list, which is in memory before it is stored', async () => {
    serve([snapshotFile(2)])
    const { list, shown } = await load()
    expect(shown.map(stageOf)).toEqual(['codes', 'memory'])
    expect(stageOf(list)).toBe('stored')
    expect(shown[1]?.tickets).toBe(list.tickets)
    expect(await outcome(shown[1], '101081-2')).toBe('in')
  })

  it('is not needed: without it the list alone is loaded', async () => {
    server.on(admissionList, () => json({ data: admissionPage(2) }))
    const { list, shown } = await load()
    expect([shown.map(stageOf), list.tickets.size]).toEqual([['memory'], 2])
  })
})

describe('a list that is loaded again as a whole', () => {
  it('after a gap begins with a new snapshot, which keeps numbers and takes the place of the one before', async () => {
    serve([snapshotFile(2), snapshotFile(3, { seq: 19 })])
    const { list } = await load()
    serveGap()
    server.on(admissionList, () => json({ data: admissionPage(3, { seq: 19 }) }))
    const { list: next, shown } = await load(list)
    const [quick] = shown
    // What the gap hid is decided at once: the first entered elsewhere, and the third was sold.
    expect([0, 2].map((place) => quick?.tickets.get(ticketUuid(place))?.redeemed_at)).toEqual(['', undefined])
    expect([await outcome(quick, ticketCode(0)), await outcome(quick, ticketCode(2))]).toEqual(['S2', 'in'])
    expect([await outcome(quick, '101081-1'), await outcome(quick, '101081-2')]).toEqual(['S2', 'in'])
    expect([next.tickets.size, next.facts.seq]).toEqual([3, 19])
    expect(await storedSeqs()).toEqual({ current: 19, previous: 7 })
  })

  it('after twelve hours begins with a new snapshot', async () => {
    vi.useFakeTimers({ toFake: ['Date'] })
    serve([snapshotFile(2), snapshotFile(3, { seq: 9 })])
    const { list } = await load()
    vi.setSystemTime(Date.now() + 13 * 3_600_000)
    await load(list)
    expect(await storedSeqs()).toEqual({ current: 9, previous: 7 })
  })

  it('because the browser has thrown it away begins with a new snapshot', async () => {
    serve([snapshotFile(2), snapshotFile(3, { seq: 9 })])
    const { list } = await load()
    await database.delete()
    await database.open()
    expect([await readSnapshotList(EVENT), await readAdmissionList(EVENT)]).toEqual([undefined, undefined])
    await load(list)
    expect(await storedSeqs()).toEqual({ current: 9 })
    expect((await readSnapshotList(EVENT))?.facts.seq).toBe(9)
  })

  it('loads no snapshot again while the list of one that is minutes old has not arrived', async () => {
    serve([snapshotFile(2)])
    const [quick] = (await load()).shown
    await load(quick)
    expect(server.sentTo(gateSnapshot)).toHaveLength(1)
  })

  it('keeps an entry that this device knows of and the snapshot does not', async () => {
    serve([snapshotFile(2), snapshotFile(2, { seq: 19 })])
    const { list } = await load()
    const entered = { ...admissionPage(2).tickets[1], redeemed_at: '2026-12-03T18:05:00.000Z' }
    list.tickets.set(ticketUuid(1), entered as never)
    serveGap()
    expect(await outcome((await load(list)).shown[0], ticketCode(1))).toBe('S2')
  })

  it('has what happened at this device while it was loaded', async () => {
    serve([snapshotFile(2)], 3)
    const { list } = await load()
    serveGap()
    const at = { type: '', scanned_at: '2026-12-03T18:05:00.000Z', gate: null }
    server.on(admissionList, () => {
      // Read by the server before it happened, and shown after it.
      recordAct(list, ticketUuid(1), { ...at, scan_uuid: scanUuid(5) })
      recordAct(list, ticketUuid(2), { ...at, scan_uuid: scanUuid(6) })
      forgetAct(list, ticketUuid(2), scanUuid(6), undefined)
      return json({ data: admissionPage(3) })
    })
    const { list: next, shown } = await load(list)
    for (const each of [...shown, next])
      expect([await outcome(each, ticketCode(1)), await outcome(each, ticketCode(2))]).toEqual(['S2', 'in'])
  })

  it('by a phone that dies before the new list is stored is the one before with what the snapshot says', async () => {
    serve([snapshotFile(2), snapshotFile(3, { seq: 19 })])
    const { list } = await load()
    serveGap()
    const put = database.lists.put.bind(database.lists)
    const killed = vi.spyOn(database.lists, 'put').mockImplementationOnce((facts) => {
      const written = put(facts)
      Dexie.currentTransaction.abort()
      return written
    })
    await expect(load(list)).rejects.toMatchObject({ name: 'AbortError' })
    killed.mockRestore()
    const stored = await readAdmissionList(EVENT)
    expect([stored?.tickets.size, stored?.facts.seq]).toEqual([2, 10])
    const both = await withSnapshot(stored, await readSnapshotList(EVENT))
    expect(both && [both.facts.seq, stageOf(both), both.facts.withUuids]).toEqual([19, 'codes', true])
    expect(await Promise.all([0, 2].map((place) => outcome(both, ticketCode(place))))).toEqual(['S2', 'in'])
    expect(await outcome(both, '101081-2')).toBe('in')
  })
})

describe('a snapshot in the place of another', () => {
  it('is replaced as a whole; the one before is used when the new one was damaged', async () => {
    serve([snapshotFile(2), snapshotFile(3, { seq: 9 })])
    await load()
    await load()
    expect((await readSnapshotList(EVENT))?.facts.seq).toBe(9)
    const current = await database.snapshots.get(`${EVENT} current`)
    if (!current) throw new Error('nothing is stored')
    await database.snapshots.put({ ...current, file: current.file.slice(0, 100) })
    expect((await readSnapshotList(EVENT))?.facts.seq).toBe(7)
  })

  it('that does not arrive whole leaves the stored one alone', async () => {
    serve([snapshotFile(2), snapshotFile(3).slice(0, -1)])
    await load()
    expect((await load()).shown.map(stageOf)).toEqual(['memory'])
    expect((await readSnapshotList(EVENT))?.facts.seq).toBe(7)
  })

  it.each([
    ['while the current file is moved aside', 1],
    ['while the new one is written', 2],
  ])('whose replacement is killed %s is the one that was there', async (_when, writes) => {
    serve([snapshotFile(2), snapshotFile(3, { seq: 9 })])
    await load()
    const put = database.snapshots.put.bind(database.snapshots)
    const killed = vi.spyOn(database.snapshots, 'put')
    for (let write = 1; write < writes; write++) killed.mockImplementationOnce((row) => put(row))
    // A browser that is killed aborts what was open.
    killed.mockImplementationOnce((row) => {
      const written = put(row)
      Dexie.currentTransaction.abort()
      return written
    })
    // What is in memory decides until the phone is off.
    expect((await load()).shown[0]?.facts.seq).toBe(9)
    expect(killed).toHaveBeenCalledTimes(writes)
    killed.mockRestore()
    database.close()
    await database.open()
    expect((await readSnapshotList(EVENT))?.facts.seq).toBe(7)
    expect((await database.snapshots.toArray()).map(({ id }) => id)).toEqual([`${EVENT} current`])
  })

  it('is of the person and the account that loaded it', async () => {
    serve([snapshotFile(2)])
    await load()
    storeWorkspace('another account')
    expect(await readSnapshotList(EVENT)).toBeUndefined()
  })
})
