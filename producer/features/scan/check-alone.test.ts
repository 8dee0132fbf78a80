import 'fake-indexeddb/auto'
import { admissionList, gateSnapshot } from '@kartis/contract/admission-list.ts'
import { laneOf } from '@kartis/domain/lanes.ts'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { type LocalAdmissionList, refreshAdmissionList } from '../../shared/check-in/admission-list.ts'
import { deviceId, storeLane } from '../../shared/check-in/device.ts'
import { saveRecentEntries } from '../../shared/check-in/recent-entries.ts'
import { readUnsettledScans } from '../../shared/check-in/scan-queue.ts'
import { offline } from '../../shared/connection.ts'
import { database } from '../../shared/offline/database.ts'
import {
  admissionPage,
  EVENT,
  scanUuid,
  signIn,
  snapshotFile,
  ticketCode,
  ticketUuid,
  TYPE,
} from '../../testing/admission.ts'
import { json, type StubServer, stubServer } from '../../testing/server.ts'
import type { Attempt } from './attempt.ts'
import { checkTicket } from './check-ticket.ts'

const attempt = (index: number, text = ticketCode(index)): Attempt => ({
  text,
  scanUuid: scanUuid(index),
  scannedAt: '2026-12-03T18:30:00.000Z',
})

let server: StubServer
let list: LocalAdmissionList
beforeEach(async () => {
  localStorage.clear()
  signIn()
  server = stubServer()
  await Promise.all([database.scans.clear(), database.lists.clear(), database.tickets.clear()])
  server.on(admissionList, () => json({ data: admissionPage(2) }))
  list = (await refreshAdmissionList(EVENT, undefined)).list
  offline.write(true)
})
afterEach(() => offline.write(false))

it('a ticket of another lane is admitted by name by a lead with the reason why no code was scanned', async () => {
  list = { ...list, facts: { ...list.facts, lanes: 2 } }
  const own = laneOf({ count: 2, gates: [] }, ticketUuid(0), TYPE) ?? 0
  storeLane(3 - own)
  const manual = { reason: 'id_shown', note: null } as const
  const number = list.tickets.get(ticketUuid(0))?.number ?? ''
  const refused = await checkTicket(EVENT, list, { ...attempt(0, number), manual })
  expect(refused).toMatchObject({ state: 'fail', error: { code: 'S8' } })
  const admitted = await checkTicket(EVENT, list, { ...attempt(2, number), manual, isOverride: true })
  expect(admitted).toMatchObject({ state: 'success' })
  expect((await readUnsettledScans()).waiting).toMatchObject([{ isOverride: true, manual }])
})

it('a ticket that the file alone has as entered says until when it did, and one that this device let in says when', async () => {
  server.on(gateSnapshot, () => new Response(snapshotFile(2)))
  offline.write(false)
  const shown: LocalAdmissionList[] = []
  await refreshAdmissionList(EVENT, undefined, (quick) => shown.push(quick))
  const [quick] = shown
  offline.write(true)
  expect(await checkTicket(EVENT, quick, attempt(0))).toMatchObject({
    error: { code: 'S2', detail: { entered_before: new Date(quick?.facts.refreshedAt ?? 0).toISOString() } },
  })
  const own = { scanUuid: scanUuid(1), ticketUuid: ticketUuid(0), number: '', holder: null, name: '' }
  saveRecentEntries(EVENT, [{ ...own, at: '2026-12-03T18:10:00.000Z' }])
  const again = await checkTicket(EVENT, quick, { ...attempt(0), scanUuid: scanUuid(5) })
  expect(again).toMatchObject({
    error: { code: 'S2', detail: { redeemed_at: '2026-12-03T18:10:00.000Z', device_id: deviceId() } },
  })
  expect(again).not.toHaveProperty('error.detail.entered_before')
})
