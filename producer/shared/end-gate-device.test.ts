import 'fake-indexeddb/auto'
import { scanTicket, uploadScans } from '@kartis/contract/admission.ts'
import { beforeEach, expect, it, vi } from 'vitest'
import { ACCOUNT, EVENT, scanUuid, ticketUuid } from '../testing/admission.ts'
import { networkError, stubServer } from '../testing/server.ts'
import { endGateDevice } from './end-gate-device.ts'
import { becomeGateDevice, gateIdentity, type GateIdentity } from './gate-device.ts'
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

beforeEach(async () => {
  localStorage.clear()
  await database.scans.clear()
  // The path of a browser: no page is left in a test.
  history.replaceState(null, '', '/gate/ended')
  vi.spyOn(location, 'assign').mockImplementation(() => undefined)
  becomeGateDevice({ uuid: DEVICE, account_uuid: ACCOUNT, name: 'נועה' } as unknown as GateIdentity, 'gate_token')
  const server = stubServer()
  server.on(uploadScans, networkError)
  server.on(scanTicket, networkError)
})

it('a phone whose time is over keeps who it was while scans were not sent', async () => {
  await database.scans.put(scan('waiting'))
  await endGateDevice()
  expect([gateIdentity()?.uuid, await database.scans.count()]).toEqual([DEVICE, 1])
})

it('a phone whose scans were all sent forgets who it was, also where one of them is in conflict', async () => {
  await database.scans.put(scan('refused'))
  await endGateDevice()
  expect([gateIdentity(), await database.scans.count()]).toEqual([undefined, 0])
})
