import 'fake-indexeddb/auto'
import { admissionChanges, admissionList } from '@kartis/contract/admission-list.ts'
import { beforeEach, describe, expect, it } from 'vitest'
import {
  ACCOUNT,
  admissionChangesOf,
  admissionPage,
  EVENT,
  scanUuid,
  signIn,
  ticketUuid,
  USER,
} from '../../testing/admission.ts'
import { json, stubServer } from '../../testing/server.ts'
import { clearOfflineData } from '../offline/cached-pages.ts'
import { database, type StoredScan } from '../offline/database.ts'
import { readAdmissionList, refreshAdmissionList } from './admission-list.ts'
import { lossReport } from './loss-report.ts'
import { readUnsettledScans, saveScan, unsettledScans } from './scan-queue.ts'
import { dismissLost, lostScans } from './storage-loss.ts'

const scan = (index: number): StoredScan => ({
  scan_uuid: scanUuid(index),
  event: EVENT,
  owner: USER,
  account: ACCOUNT,
  text: `code ${index}`,
  ticket_uuid: ticketUuid(index),
  name: '',
  device_id: 'phone 1',
  gate: null,
  scanned_at: `2026-12-03T18:0${index}:00.000Z`,
  state: 'waiting',
})

/** What a browser does that needs space, or has not been used for a week. */
const evict = async (): Promise<void> => {
  await database.delete()
  await database.open()
}

/** The page is loaded again: memory is empty. */
const reload = (): void => {
  unsettledScans.write({ waiting: [], refused: [] })
  lostScans.write(undefined)
}

const waitingUuids = async () => (await readUnsettledScans()).waiting.map(({ scan_uuid }) => scan_uuid)

beforeEach(async () => {
  localStorage.clear()
  reload()
  signIn()
  await evict()
  await readUnsettledScans()
})

describe('a browser that throws away what is stored here', () => {
  it('takes nothing from an open page, which stores its scans again', async () => {
    await saveScan(scan(1))
    await saveScan(scan(2))
    await readUnsettledScans()
    await evict()
    await saveScan(scan(3))
    expect(await waitingUuids()).toEqual([1, 2, 3].map(scanUuid))
    reload()
    expect(await waitingUuids()).toEqual([1, 2, 3].map(scanUuid))
    expect(lostScans.read()).toBeUndefined()
  })

  it('while no page is open has lost scans, which the next page says until somebody has dealt with it', async () => {
    await saveScan(scan(1))
    await saveScan(scan(2))
    await readUnsettledScans()
    await evict()
    for (let page = 1; page <= 2; page++) {
      reload()
      expect(await waitingUuids()).toEqual([])
      expect(lostScans.read()).toEqual({ count: 2, from: scan(1).scanned_at, to: scan(2).scanned_at })
    }
    dismissLost()
    reload()
    await readUnsettledScans()
    expect(lostScans.read()).toBeUndefined()
  })

  it('is reported to the server with what was lost at the event, also after somebody has dealt with it here', async () => {
    await saveScan(scan(1))
    await saveScan(scan(2))
    await saveScan({ ...scan(3), event: 'another' })
    await readUnsettledScans()
    await evict()
    reload()
    await readUnsettledScans()
    dismissLost()
    const { lost, sequence } = await lossReport(EVENT, 'phone 1')
    expect(lost).toEqual({ count: 2, from: scan(1).scanned_at, to: scan(2).scanned_at })
    // Neither of their numbers waits here.
    expect(sequence?.through).toBe((sequence?.first ?? 0) + 1)
    expect((await lossReport('another', 'phone 1')).lost?.count).toBe(1)
    expect(await lossReport(EVENT, 'phone 2')).toEqual({})
  })

  it('has lost nothing where everything was sent, or somebody has signed out', async () => {
    await saveScan(scan(1))
    await readUnsettledScans()
    await database.scans.clear() // sent
    await readUnsettledScans()
    await evict()
    reload()
    await readUnsettledScans()
    expect(lostScans.read()).toBeUndefined()

    await saveScan(scan(2))
    await readUnsettledScans()
    await clearOfflineData()
    reload()
    signIn()
    await readUnsettledScans()
    expect(lostScans.read()).toBeUndefined()
  })

  it('behind an open page leaves no list of a few tickets: the whole one is loaded again', async () => {
    const server = stubServer()
    server.on(admissionList, () => json({ data: admissionPage(4) }))
    server.on(admissionChanges, () => json({ data: admissionChangesOf(admissionPage(1).tickets) }))
    const { list } = await refreshAdmissionList(EVENT, undefined)
    await evict()
    await refreshAdmissionList(EVENT, list)
    expect((await readAdmissionList(EVENT))?.tickets.size).toBe(4)
  })
})
