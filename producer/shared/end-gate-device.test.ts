import 'fake-indexeddb/auto'
import { scanTicket, uploadScans } from '@kartis/contract/admission.ts'
import { handOverGateScans } from '@kartis/contract/gate-devices.ts'
import { beforeEach, expect, it, vi } from 'vitest'
import { ACCOUNT, EVENT, scanUuid, ticketUuid } from '../testing/admission.ts'
import { json, networkError, refusal, type StubServer, stubServer } from '../testing/server.ts'
import { sendQueuedScans } from './check-in/scan-queue.ts'
import { endGateDevice } from './end-gate-device.ts'
import { becomeGateDevice, gateIdentity, type GateIdentity } from './gate-device.ts'
import { readGateEnd } from './gate-end.ts'
import { database, type StoredScan } from './offline/database.ts'

const DEVICE = 'device-1'

const scan = (state: StoredScan['state']): StoredScan => ({
  scan_uuid: scanUuid(1),
  event: EVENT,
  owner: DEVICE,
  account: ACCOUNT,
  text: 'code 1',
  ticket_uuid: ticketUuid(1),
  name: 'כניסה רגילה',
  device_id: DEVICE,
  gate: null,
  scanned_at: '2026-12-03T18:00:00.000Z',
  state,
})

let server: StubServer
/** What the phone said of its waiting scans. */
const reported = () => server.sentTo(handOverGateScans).map(({ body }) => (body as { waiting: number }).waiting)

beforeEach(async () => {
  localStorage.clear()
  await database.scans.clear()
  // The path of a browser: no page is left in a test.
  history.replaceState(null, '', '/gate/ended')
  vi.spyOn(location, 'assign').mockImplementation(() => undefined)
  const identity = { uuid: DEVICE, account_uuid: ACCOUNT, name: 'נועה', event: { uuid: EVENT } }
  becomeGateDevice(identity as unknown as GateIdentity, 'gate_token')
  server = stubServer()
  for (const endpoint of [uploadScans, scanTicket, handOverGateScans]) server.on(endpoint, networkError)
})

const online = (): void => {
  server.on(handOverGateScans, () => json({ data: { as_of: '2026-12-03T19:00:00.000Z' } }))
  server.on(uploadScans, ({ body }) => {
    const results = (body as { scans: unknown[] }).scans.map(() => ({ conflict: null }))
    return json({ data: { results, scan_statistics: {}, as_of: '2026-12-03T19:00:00.000Z' } })
  })
}

const numbered = (place: number): StoredScan => ({
  ...scan('waiting'),
  scan_uuid: scanUuid(place),
  device_seq: place,
  device_at: '2026-12-03T18:00:00.000Z',
})

it('a phone whose time is over keeps who it was while scans were not sent, and says how many', async () => {
  await database.scans.bulkPut([numbered(1), numbered(2)])
  await endGateDevice()
  expect([gateIdentity()?.uuid, await database.scans.count()]).toEqual([DEVICE, 2])
  expect(readGateEnd()).toEqual({ state: 'waiting', sent: 0, left: 2 })
})

it('a phone whose scans were all sent forgets who it was, also where one of them is in conflict', async () => {
  online()
  await database.scans.put(scan('refused'))
  await endGateDevice()
  expect([gateIdentity(), await database.scans.count()]).toEqual([undefined, 0])
  expect(readGateEnd()).toEqual({ state: 'sent', sent: 0, left: 0 })
})

it('a phone says what waits on it before it sends and again after it, and remembers what it has handed over', async () => {
  online()
  await database.scans.bulkPut([numbered(1), numbered(2), numbered(3)])
  await endGateDevice()
  expect(reported()).toEqual([3, 0])
  expect(readGateEnd()).toEqual({ state: 'sent', sent: 3, left: 0 })
  expect(gateIdentity()).toBeUndefined()
})

it('a phone counts those whom it let in or out, and sends its refusals with them', async () => {
  const turnedAway = (place: number): StoredScan => ({
    ...numbered(place),
    state: 'turned_away',
    refusal: { code: 'S2', description: '', detail: {} },
  })
  await database.scans.bulkPut([numbered(1), turnedAway(2), turnedAway(3)])
  await endGateDevice()
  expect(readGateEnd()).toEqual({ state: 'waiting', sent: 0, left: 1 })
  online()
  await endGateDevice()
  expect(reported().slice(-2)).toEqual([1, 0])
  expect(readGateEnd()).toEqual({ state: 'sent', sent: 1, left: 0 })
  expect(server.sentTo(uploadScans).at(-1)?.body).toMatchObject({
    scans: [{ verdict: 'admitted' }, { verdict: 'refused' }, { verdict: 'refused' }],
  })
})

it('a phone whose queue was faster than the news of its end has handed those scans over', async () => {
  online()
  await database.scans.bulkPut([numbered(1), numbered(2)])
  await sendQueuedScans()
  await endGateDevice()
  expect([reported(), readGateEnd()]).toEqual([[0], { state: 'sent', sent: 2, left: 0 }])
})

it('a phone that nobody has heard say that nothing waits stays who it was, and says so again', async () => {
  online()
  server.on(handOverGateScans, networkError)
  await database.scans.put(numbered(1))
  await endGateDevice()
  expect(readGateEnd()).toEqual({ state: 'waiting', sent: 1, left: 0 })
  expect(gateIdentity()?.uuid).toBe(DEVICE)
  online()
  await endGateDevice()
  expect(readGateEnd()).toEqual({ state: 'sent', sent: 1, left: 0 })
  expect(gateIdentity()).toBeUndefined()
})

it('a phone from which nothing is taken any more says how many scans it could not hand over', async () => {
  server.on(handOverGateScans, () => refusal('gate_device_ended', 401))
  await database.scans.bulkPut([numbered(1), numbered(2)])
  await endGateDevice()
  expect(readGateEnd()).toEqual({ state: 'refused', sent: 0, left: 2 })
  expect([gateIdentity(), await database.scans.count()]).toEqual([undefined, 0])
})

it('a phone says how many guests it let in after its end, who are not recorded', async () => {
  online()
  server.on(uploadScans, ({ body }) => {
    const results = (body as { scans: unknown[] }).scans.map((_, place) => ({
      conflict: place === 0 ? null : { kind: 'untimely', code: 'S5', other: null },
    }))
    return json({ data: { results, scan_statistics: {}, as_of: '2026-12-03T19:00:00.000Z' } })
  })
  await database.scans.bulkPut([numbered(1), numbered(2), numbered(3), { ...numbered(4), direction: 'exit' }])
  await endGateDevice()
  expect(readGateEnd()).toEqual({ state: 'sent', sent: 4, left: 0, late: 2 })
})

it('a phone that joins again has nothing to say of its last end', async () => {
  online()
  await endGateDevice()
  becomeGateDevice({ uuid: DEVICE, account_uuid: ACCOUNT } as unknown as GateIdentity, 'gate_token')
  expect(readGateEnd()).toBeUndefined()
})
