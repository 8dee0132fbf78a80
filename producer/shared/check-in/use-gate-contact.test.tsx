import 'fake-indexeddb/auto'
import type { Event as GateEvent } from '@kartis/contract/events.ts'
import { reportGateDevice } from '@kartis/contract/gate-devices.ts'
import { act, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { ACCOUNT, EVENT, signIn, USER } from '../../testing/admission.ts'
import { renderAppHook } from '../../testing/render.tsx'
import { json, type StubServer, stubServer } from '../../testing/server.ts'
import { offline } from '../connection.ts'
import { database, type StoredScan } from '../offline/database.ts'
import { readUnsettledScans, unsettledScans } from './scan-queue.ts'
import { dismissMet, metElsewhere, useGateContact } from './use-gate-contact.ts'

const LOST = { count: 3, from: '2026-12-03T17:41:00.000Z', to: '2026-12-03T17:55:00.000Z' }

let server: StubServer
beforeEach(() => {
  vi.useFakeTimers({ shouldAdvanceTime: true, toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] })
  signIn()
  history.replaceState(null, '', '/gate/scan')
  server = stubServer()
  server.on(reportGateDevice, () => json({ data: { lane_shared_with: [] } }))
  offline.write(false)
  waiting(0)
})
afterEach(() => {
  // What the hook would say when it is taken away would reach no server here.
  offline.write(true)
  vi.useRealTimers()
  history.replaceState(null, '', '/')
})

const waiting = (count: number): void =>
  unsettledScans.write({ waiting: Array.from({ length: count }, () => ({}) as StoredScan), refused: [] })
const reported = () => server.sentTo(reportGateDevice).map(({ body }) => (body as { pending: number }).pending)
const firstReport = () => waitFor(() => expect(reported()).toEqual([0]))
const wait = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))

it('a phone reports soon that the number of its waiting scans has changed, once for many', async () => {
  await renderAppHook(() => useGateContact({ uuid: EVENT } as GateEvent, 'דנה'))
  await firstReport()
  for (const count of [1, 2, 3]) act(() => waiting(count))
  await wait(3100)
  await waitFor(() => expect(reported()).toEqual([0, 3]))
  act(() => waiting(0))
  await wait(3100)
  await waitFor(() => expect(reported()).toEqual([0, 3, 0]))
})

it('a scan that was sent at once is no reason to report', async () => {
  await renderAppHook(() => useGateContact({ uuid: EVENT } as GateEvent, 'דנה'))
  await firstReport()
  act(() => waiting(1))
  act(() => waiting(0))
  await wait(5000)
  expect(reported()).toEqual([0])
})

it('a phone learns which of its entries another one has made too, until somebody there has dealt with it', async () => {
  const met = [{ scan_uuid: 'scan-1', ticket_number: '101081-2', scanned_at: '', other: {} }]
  server.on(reportGateDevice, () => json({ data: { lane_shared_with: [], met } }))
  await renderAppHook(() => useGateContact({ uuid: EVENT } as GateEvent, 'דנה'))
  await waitFor(() => expect(metElsewhere.read()).toEqual(met))
  act(() => dismissMet('scan-1'))
  expect(metElsewhere.read()).toEqual([])
  await wait(30_100)
  await waitFor(() => expect(reported()).toHaveLength(2))
  expect(metElsewhere.read()).toEqual([])
})

it('an entry in doubt that somebody has explained on the board is no longer shown on the phone that made it', async () => {
  history.replaceState(null, '', '/events/1/scan-tickets')
  const inDoubt = (scan_uuid: string, detail = {}) =>
    ({
      scan_uuid,
      event: EVENT,
      owner: USER,
      account: ACCOUNT,
      scanned_at: '2026-12-03T18:00:00.000Z',
      state: 'refused',
      refusal: { code: 'S2', description: '', detail },
    }) as StoredScan
  await database.scans.bulkPut([inDoubt('scan-1'), inDoubt('scan-2', { recorded_as: 'scan-2b' }), inDoubt('scan-3')])
  await readUnsettledScans()
  server.on(reportGateDevice, () => json({ data: { lane_shared_with: [], settled: ['scan-1', 'scan-2b'] } }))
  await renderAppHook(() => useGateContact({ uuid: EVENT } as GateEvent, 'דנה'))
  const shown = () => unsettledScans.read().refused.map(({ scan_uuid }) => scan_uuid)
  await waitFor(() => expect(shown()).toEqual(['scan-3']))
  expect(await database.scans.count()).toBe(1)
  expect(server.sentTo(reportGateDevice)[0]?.body).toMatchObject({ doubts: ['scan-1', 'scan-2b', 'scan-3'] })
})

it('the phone of a member says that its page is left, unless scans wait on it or it is a device of one evening', async () => {
  const left = () => server.sentTo(reportGateDevice).filter(({ body }) => (body as { leaving?: true }).leaving).length
  const visit = async (path: string, count: number) => {
    history.replaceState(null, '', path)
    const before = reported().length
    const { unmount } = await renderAppHook(() => useGateContact({ uuid: EVENT } as GateEvent, 'דנה'))
    await waitFor(() => expect(reported().length).toBeGreaterThan(before))
    waiting(count)
    unmount()
    await wait(100)
  }
  await visit('/gate/scan', 0)
  await visit('/events/1/scan-tickets', 1)
  expect(left()).toBe(0)
  await visit('/events/1/scan-tickets', 0)
  await waitFor(() => expect(left()).toBe(1))
})

it('the phone of a member learns it at an event without lanes as well, and says nothing of a lane', async () => {
  history.replaceState(null, '', '/events/1/scan-tickets')
  await renderAppHook(() => useGateContact({ uuid: EVENT } as GateEvent, 'דנה'))
  await firstReport()
  expect(server.sentTo(reportGateDevice)[0]?.body).not.toHaveProperty('lane')
})

it('a phone reports what it has lost and its sequence, and forgets numbers without a scan once the server has them', async () => {
  localStorage.setItem('device:lost_of_events', btoa(JSON.stringify({ [`phone ${EVENT}`]: LOST })))
  localStorage.setItem(
    'device:sequences',
    btoa(JSON.stringify({ [`phone ${EVENT}`]: { first: 1, last: 4, unused: [2] } })),
  )
  localStorage.setItem('device:gate_owner', btoa('phone'))
  await renderAppHook(() => useGateContact({ uuid: EVENT } as GateEvent, 'דנה'))
  await firstReport()
  expect(server.sentTo(reportGateDevice)[0]?.body).toMatchObject({
    lost: LOST,
    sequence: { first: 1, through: 4, unused: [2] },
  })
  await wait(30_100)
  await waitFor(() =>
    expect(server.sentTo(reportGateDevice)[1]?.body).toMatchObject({ sequence: { first: 1, through: 4, unused: [] } }),
  )
})
