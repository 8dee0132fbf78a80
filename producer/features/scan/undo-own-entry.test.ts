import 'fake-indexeddb/auto'
import { undoOwnScan, uploadScans } from '@kartis/contract/admission.ts'
import { admissionList } from '@kartis/contract/admission-list.ts'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import {
  countersOf,
  type LocalAdmissionList,
  readAdmissionList,
  refreshAdmissionList,
} from '../../shared/check-in/admission-list.ts'
import { pendingUndosOf } from '../../shared/check-in/own-undo.ts'
import { sendQueuedScans } from '../../shared/check-in/scan-queue.ts'
import { offline } from '../../shared/connection.ts'
import { database } from '../../shared/offline/database.ts'
import { admissionPage, EVENT, scanUuid, signIn, ticketCode, ticketUuid } from '../../testing/admission.ts'
import { json, networkError, refusal, type StubServer, stubServer } from '../../testing/server.ts'
import { checkTicket } from './check-ticket.ts'
import { undoOwnEntry } from './gate-acts.ts'

let server: StubServer
let list: LocalAdmissionList
beforeEach(async () => {
  signIn()
  localStorage.removeItem('device:undos')
  server = stubServer()
  offline.write(false)
  await Promise.all([database.scans.clear(), database.lists.clear(), database.tickets.clear()])
  server.on(admissionList, () => json({ data: admissionPage(2) }))
  list = (await refreshAdmissionList(EVENT, undefined)).list
})

const at = '2026-12-03T18:30:00.000Z'
const own = { scanUuid: scanUuid(0), ticketUuid: ticketUuid(0), at }
const enterOffline = async () => {
  offline.write(true)
  const checked = await checkTicket(EVENT, list, { text: ticketCode(0), scanUuid: own.scanUuid, scannedAt: at })
  expect(checked.state).toBe('success')
}
const isInside = (of: LocalAdmissionList): boolean => of.tickets.get(ticketUuid(0))?.redeemed_at !== undefined
const undone = () => json({ data: { ticket: {}, scan_statistics: admissionPage(2).scan_statistics } })
const sent = () =>
  server.requests.filter(({ path }) => /check_in\/(?:scans|undo_own)/.test(path)).map(({ path }) => path)
const acceptScans = () =>
  server.on(uploadScans, () =>
    json({
      data: {
        results: [{ device_seq: 1, scan_uuid: own.scanUuid, state: 'accepted', conflict: null }],
        scan_statistics: admissionPage(2).scan_statistics,
        as_of: at,
      },
    }),
  )

describe('an own entry that is taken back', () => {
  it('without a network is out at once, stays out after a restart and a new list, and is sent after the entry', async () => {
    await enterOffline()
    expect(isInside(list)).toBe(true)
    expect((await undoOwnEntry(EVENT, list, own))?.total_scanned).toBe(0)
    expect(isInside(list)).toBe(false)
    const restarted = await readAdmissionList(EVENT)
    expect(restarted && isInside(restarted)).toBe(false)
    // The server has the entry, and not yet its undoing.
    const entered = { ...admissionPage(2).tickets[0], uuid: ticketUuid(0), redeemed_at: at, scan_uuid: own.scanUuid }
    server.on(admissionList, () =>
      json({ data: { ...admissionPage(2), tickets: [{ ...entered, type: 'deadbeef', number: '101081-1' }] } }),
    )
    const fresh = await refreshAdmissionList(EVENT, undefined)
    expect(isInside(fresh.list)).toBe(false)
    expect(countersOf(fresh.list).total_scanned).toBe(0)
    offline.write(false)
    acceptScans()
    server.on(undoOwnScan, undone)
    await sendQueuedScans()
    expect(sent().map((path) => path.replace(/.*check_in./, ''))).toEqual(['scans', 'undo_own'])
    expect(server.sentTo(undoOwnScan)[0]?.body).toMatchObject({ scan_uuid: own.scanUuid })
    expect(pendingUndosOf(EVENT)).toEqual([])
  })

  it('waits while the server cannot be reached, or has no entry to take back yet', async () => {
    await enterOffline()
    await undoOwnEntry(EVENT, list, own)
    offline.write(false)
    acceptScans()
    server.on(undoOwnScan, () => refusal('S1', 404))
    await sendQueuedScans()
    server.on(undoOwnScan, networkError)
    vi.useFakeTimers({ toFake: ['setTimeout'] })
    const sending = sendQueuedScans()
    await vi.advanceTimersByTimeAsync(10_000)
    await sending
    vi.useRealTimers()
    expect(pendingUndosOf(EVENT)).toHaveLength(1)
    server.on(undoOwnScan, undone)
    await sendQueuedScans()
    expect(pendingUndosOf(EVENT)).toEqual([])
  })

  it('online is out once the server says so; what it refuses stays in', async () => {
    await enterOffline()
    offline.write(false)
    server.on(undoOwnScan, () => refusal('conflict', 409, { reason: 'not_last' }))
    await expect(undoOwnEntry(EVENT, list, own)).rejects.toMatchObject({ code: 'conflict' })
    expect(isInside(list)).toBe(true)
    server.on(undoOwnScan, undone)
    await undoOwnEntry(EVENT, list, own)
    expect(isInside(list)).toBe(false)
    expect(pendingUndosOf(EVENT)).toEqual([])
  })

  it('that a full storage cannot note stands', async () => {
    await enterOffline()
    const storage = localStorage
    vi.stubGlobal('localStorage', {
      getItem: (name: string) => storage.getItem(name),
      removeItem: (name: string) => storage.removeItem(name),
      setItem: () => {
        throw new DOMException('full', 'QuotaExceededError')
      },
    })
    await expect(undoOwnEntry(EVENT, list, own)).rejects.toThrow()
    vi.unstubAllGlobals()
    expect(isInside(list)).toBe(true)
  })
})
