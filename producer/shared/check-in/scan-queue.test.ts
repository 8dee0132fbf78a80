import 'fake-indexeddb/auto'
import { scanTicket } from '@kartis/contract/admission.ts'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { ACCOUNT, admissionPage, EVENT, scanUuid, signIn, ticketUuid, USER } from '../../testing/admission.ts'
import { json, networkError, refusal, stubServer } from '../../testing/server.ts'
import { database, type StoredScan } from '../offline/database.ts'
import { storeWorkspace } from '../storage.ts'
import { dismissScan, readUnsettledScans, saveScan, sendQueuedScans, unsettledScans } from './scan-queue.ts'

const admitted = () => json({ data: { ticket: {}, scan_statistics: admissionPage(1).scan_statistics } })

const scan = (index: number, more: Partial<StoredScan> = {}): StoredScan => ({
  scan_uuid: scanUuid(index),
  event: EVENT,
  owner: USER,
  account: ACCOUNT,
  text: `code ${index}`,
  ticket_uuid: ticketUuid(index),
  name: 'כניסה רגילה',
  device_id: 'phone 1',
  gate: 'מזרח',
  scanned_at: `2026-12-03T18:0${index}:00.000Z`,
  state: 'waiting',
  ...more,
})

let server: ReturnType<typeof stubServer>
beforeEach(async () => {
  signIn()
  server = stubServer()
  await database.scans.clear()
})

const sentTexts = () => server.sentTo(scanTicket).map(({ body }) => (body as { ticket_uuid: string }).ticket_uuid)

describe('readUnsettledScans', () => {
  it('lists the scans of the signed-in user in the current account, oldest first', async () => {
    await saveScan(scan(2))
    await saveScan(scan(1))
    await saveScan(scan(3, { owner: 'somebody else' }))
    await saveScan(scan(4, { account: 'another account' }))
    const { waiting } = await readUnsettledScans()
    expect(waiting.map(({ scan_uuid }) => scan_uuid)).toEqual([scanUuid(1), scanUuid(2)])
    expect(unsettledScans.read().waiting).toHaveLength(2)
  })

  it('lists nothing after a sign-out', async () => {
    await saveScan(scan(1))
    localStorage.clear()
    storeWorkspace(ACCOUNT)
    expect((await readUnsettledScans()).waiting).toEqual([])
  })
})

describe('sendQueuedScans', () => {
  it('sends the scans in the order in which they were made and forgets them', async () => {
    server.on(scanTicket, admitted)
    await saveScan(scan(2))
    await saveScan(scan(1))
    await sendQueuedScans()
    expect(sentTexts()).toEqual(['code 1', 'code 2'])
    expect(server.requests[0]?.body).toMatchObject({
      scan_uuid: scanUuid(1),
      scanned_at: '2026-12-03T18:01:00.000Z',
      gate: 'מזרח',
      device_id: 'phone 1',
    })
    expect(await database.scans.count()).toBe(0)
    expect(unsettledScans.read()).toEqual({ waiting: [], refused: [] })
  })

  it('keeps a refused scan with its reason until somebody dismisses it, and sends the others', async () => {
    server.on(scanTicket, (_request, nth) =>
      nth === 1 ? refusal('S2', 409, { redeemed_at: '2026-12-03T17:00:00Z' }) : admitted(),
    )
    await saveScan(scan(1))
    await saveScan(scan(2))
    await sendQueuedScans()
    const { waiting, refused } = unsettledScans.read()
    expect(waiting).toEqual([])
    expect(refused.map(({ scan_uuid, refusal: why }) => [scan_uuid, why?.code])).toEqual([[scanUuid(1), 'S2']])
    await sendQueuedScans()
    expect(sentTexts()).toEqual(['code 1', 'code 2'])
    await dismissScan(scanUuid(1))
    expect(await database.scans.count()).toBe(0)
  })

  it.each([
    ['the network fails', networkError],
    ['the server fails', () => json({ error: { code: 'internal', description: '' } }, 500)],
    ['the server is overloaded', () => refusal('overloaded', 503)],
  ])('keeps all scans when %s and stops after the first', async (_name, reply) => {
    vi.useFakeTimers({ toFake: ['setTimeout'] })
    server.on(scanTicket, reply)
    await saveScan(scan(1))
    await saveScan(scan(2))
    const sending = sendQueuedScans()
    await vi.advanceTimersByTimeAsync(10_000)
    await sending
    vi.useRealTimers()
    expect(new Set(sentTexts())).toEqual(new Set(['code 1']))
    expect((await readUnsettledScans()).waiting).toHaveLength(2)
  })

  it('runs once for calls at the same time', async () => {
    server.on(scanTicket, admitted)
    await saveScan(scan(1))
    await Promise.all([sendQueuedScans(), sendQueuedScans()])
    expect(sentTexts()).toEqual(['code 1'])
  })
})
