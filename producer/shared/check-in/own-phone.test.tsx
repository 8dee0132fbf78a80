import 'fake-indexeddb/auto'
import { uploadScans } from '@kartis/contract/admission.ts'
import { handOverGateScans, leaveGate } from '@kartis/contract/gate-devices.ts'
import { screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeEach, expect, it, type MockInstance, vi } from 'vitest'
import { readUnsettledScans } from './scan-queue.ts'
import { offline } from '../connection.ts'
import { becomeGateDevice, gateIdentity, type GateIdentity } from '../gate-device.ts'
import { readGateEnd } from '../gate-end.ts'
import { database } from '../offline/database.ts'
import { ACCOUNT, EVENT, scanUuid, ticketUuid } from '../../testing/admission.ts'
import { renderApp } from '../../testing/render.tsx'
import { json, networkError, type StubServer, stubServer } from '../../testing/server.ts'
import { OwnPhone } from './own-phone.tsx'

const DEVICE = 'device-1'
const AT = '2026-12-03T18:00:00.000Z'

let server: StubServer
let assign: MockInstance<typeof location.assign>
beforeEach(async () => {
  localStorage.clear()
  await database.scans.clear()
  history.replaceState(null, '', '/gate/scan')
  assign = vi.spyOn(location, 'assign').mockImplementation(() => undefined)
  const identity = { uuid: DEVICE, account_uuid: ACCOUNT, name: 'נועה', event: { uuid: EVENT } }
  becomeGateDevice(identity as unknown as GateIdentity, 'gate_token')
  await database.scans.put({
    scan_uuid: scanUuid(1),
    event: EVENT,
    owner: DEVICE,
    account: ACCOUNT,
    text: 'code 1',
    ticket_uuid: ticketUuid(1),
    name: '',
    device_id: DEVICE,
    device_seq: 1,
    device_at: AT,
    gate: null,
    scanned_at: AT,
    state: 'waiting',
  })
  await readUnsettledScans()
  offline.write(false)
  server = stubServer()
  for (const endpoint of [leaveGate, handOverGateScans]) server.on(endpoint, () => json({ data: { as_of: AT } }))
})

const leave = async () => {
  await renderApp(<OwnPhone event={EVENT} />, { messages: ['gate-devices', 'shell'] })
  await userEvent.click(screen.getByRole('button', { name: 'סיום הסריקה בטלפון הזה' }))
  const dialog = screen.getByRole('dialog')
  expect(dialog.textContent).toContain('סריקה אחת שממתינה כאן תישלח קודם')
  await userEvent.click(within(dialog).getByRole('button', { name: 'סיום' }))
}

it('a phone that leaves sends what waits on it first, and is no device of the gate from then on', async () => {
  server.on(uploadScans, () => json({ data: { results: [{ conflict: null }], scan_statistics: {}, as_of: AT } }))
  await leave()
  await waitFor(() => expect(gateIdentity()).toBeUndefined())
  expect(server.sentTo(uploadScans)).toHaveLength(1)
  expect(server.sentTo(leaveGate).map(({ body }) => body)).toEqual([{ waiting: 0 }])
  expect(readGateEnd()).toEqual({ state: 'sent', sent: 1, left: 0 })
  expect(assign).toHaveBeenCalledWith('/gate/ended')
})

it('a phone whose scans do not arrive stays at the gate', async () => {
  server.on(uploadScans, networkError)
  await leave()
  await waitFor(() => expect(server.sentTo(uploadScans).length).toBeGreaterThan(0))
  await waitFor(() => expect(screen.getByRole('button', { name: /סיום הסריקה/u })).not.toHaveProperty('disabled', true))
  expect(server.sentTo(leaveGate)).toEqual([])
  expect(gateIdentity()?.uuid).toBe(DEVICE)
})
