import 'fake-indexeddb/auto'
import { gateSnapshot } from '@kartis/contract/admission-list.ts'
import { isAdmitted } from '@kartis/domain/admission.ts'
import { Dexie } from 'dexie'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { EVENT, OTHER_EVENT, scanUuid, signIn, snapshotFile, ticketCode } from '../../testing/admission.ts'
import { type StubServer, stubServer } from '../../testing/server.ts'
import { database } from '../offline/database.ts'
import { storeWorkspace } from '../storage.ts'
import {
  countersOf,
  type LocalAdmissionList,
  loadSnapshotList,
  readAdmissionList,
  readSnapshotList,
} from './admission-list.ts'
import { decide } from './decide.ts'
import { checkSnapshot } from './snapshot.ts'

let server: StubServer
beforeEach(async () => {
  signIn()
  server = stubServer()
  await Promise.all([database.scans.clear(), database.snapshots.clear()])
})

const serve = (...files: readonly Uint8Array<ArrayBuffer>[]) =>
  server.on(gateSnapshot, (_request, nth) => new Response(files[nth - 1] ?? files.at(-1) ?? null))

const outcome = async (list: LocalAdmissionList | undefined, index: number): Promise<string> => {
  if (!list) return 'no list'
  const { verdict } = await decide(list, { text: ticketCode(index), scanUuid: scanUuid(1), at: new Date() })
  return isAdmitted(verdict) ? 'in' : verdict.refusal
}

describe('a snapshot on a device', () => {
  it('decides codes before the list is loaded, also after a restart without a network', async () => {
    serve(snapshotFile(3))
    const list = await loadSnapshotList(EVENT)
    for (const at of [list, await readSnapshotList(EVENT)]) {
      expect([await outcome(at, 0), await outcome(at, 1)]).toEqual(['S2', 'in'])
      expect(at && countersOf(at)).toEqual({ total_scanned: 1, total_unscanned: 2, total_tickets: 3 })
      expect(at?.facts.seq).toBe(7)
    }
  })

  it('has the gates of the seats: at another gate the refusal names the right one', async () => {
    serve(snapshotFile(2, { seatGate: '5' }))
    const list = await loadSnapshotList(EVENT)
    if (!list) throw new Error('no list')
    const at = (gate: string) =>
      decide(list, { text: ticketCode(1), scanUuid: scanUuid(1), at: new Date(), gate }).then(({ verdict }) => verdict)
    expect(await at('1')).toMatchObject({ refusal: 'S7', detail: { gates: [expect.stringContaining('5')] } })
    expect(isAdmitted(await at('5'))).toBe(true)
  })

  it('is refused when a byte was changed, when it is of another event, and when another key signed it', async () => {
    const file = snapshotFile(3)
    expect(await checkSnapshot(EVENT, file)).toBeDefined()
    for (const place of [4, 20, 60, file.length - 1]) {
      const changed = file.slice()
      changed[place] = (changed[place] ?? 0) ^ 1
      expect(await checkSnapshot(EVENT, changed)).toBeUndefined()
    }
    expect(await checkSnapshot(OTHER_EVENT, file)).toBeUndefined()
    expect(await checkSnapshot(EVENT, snapshotFile(3, { event: OTHER_EVENT }))).toBeUndefined()
  })

  it('is replaced as a whole; the one before is used when the new one was damaged', async () => {
    serve(snapshotFile(2), snapshotFile(3, { seq: 9 }))
    await loadSnapshotList(EVENT)
    await loadSnapshotList(EVENT)
    expect((await readSnapshotList(EVENT))?.facts.seq).toBe(9)
    const current = await database.snapshots.get(`${EVENT} current`)
    if (!current) throw new Error('nothing is stored')
    await database.snapshots.put({ ...current, file: current.file.slice(0, 100) })
    expect((await readSnapshotList(EVENT))?.facts.seq).toBe(7)
  })

  it('that does not arrive whole leaves the stored one alone', async () => {
    serve(snapshotFile(2), snapshotFile(3).slice(0, -1))
    await loadSnapshotList(EVENT)
    expect(await loadSnapshotList(EVENT)).toBeUndefined()
    expect((await readSnapshotList(EVENT))?.facts.seq).toBe(7)
  })

  it.each([
    ['while the current file is moved aside', 1],
    ['while the new one is written', 2],
  ])('whose replacement is killed %s is the one that was there', async (_when, writes) => {
    serve(snapshotFile(2), snapshotFile(3, { seq: 9 }))
    await loadSnapshotList(EVENT)
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
    expect((await loadSnapshotList(EVENT))?.facts.seq).toBe(9)
    expect(killed).toHaveBeenCalledTimes(writes)
    killed.mockRestore()
    database.close()
    await database.open()
    expect((await readSnapshotList(EVENT))?.facts.seq).toBe(7)
    expect((await database.snapshots.toArray()).map(({ id }) => id)).toEqual([`${EVENT} current`])
  })

  it('that the browser has thrown away is not there, and is loaded again with everything of the server', async () => {
    serve(snapshotFile(2), snapshotFile(3, { seq: 9 }))
    await loadSnapshotList(EVENT)
    await database.delete()
    await database.open()
    expect([await readSnapshotList(EVENT), await readAdmissionList(EVENT)]).toEqual([undefined, undefined])
    expect((await loadSnapshotList(EVENT))?.facts.seq).toBe(9)
    expect((await readSnapshotList(EVENT))?.facts.seq).toBe(9)
  })

  it('is of the person and the account that loaded it', async () => {
    serve(snapshotFile(2))
    await loadSnapshotList(EVENT)
    storeWorkspace('another account')
    expect(await readSnapshotList(EVENT)).toBeUndefined()
  })
})
