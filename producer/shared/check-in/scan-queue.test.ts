import 'fake-indexeddb/auto'
import { scanTicket, uploadScans } from '@kartis/contract/admission.ts'
import type { BodyIn } from '@kartis/contract/endpoint.ts'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { ACCOUNT, admissionPage, EVENT, scanUuid, signIn, ticketUuid, USER } from '../../testing/admission.ts'
import { json, networkError, refusal, stubServer } from '../../testing/server.ts'
import { database, type StoredScan } from '../offline/database.ts'
import { storeWorkspace } from '../storage.ts'
import { dismissScan } from './doubts.ts'
import { readUnsettledScans, saveScan, sendQueuedScans, unsettledScans } from './scan-queue.ts'

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

/** A scan that an older version of the app stored: without a place in the sequence. */
const saveOld = async (old: StoredScan): Promise<void> => {
  await database.scans.put(old)
}

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

describe('sendQueuedScans, of scans that an older version of the app stored,', () => {
  it('sends the scans in the order in which they were made and forgets them', async () => {
    server.on(scanTicket, admitted)
    await saveOld(scan(2))
    await saveOld(scan(1))
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
    await saveOld(scan(1))
    await saveOld(scan(2))
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
    await saveOld(scan(1))
    await saveOld(scan(2))
    const sending = sendQueuedScans()
    await vi.advanceTimersByTimeAsync(10_000)
    await sending
    vi.useRealTimers()
    expect(new Set(sentTexts())).toEqual(new Set(['code 1']))
    expect((await readUnsettledScans()).waiting).toHaveLength(2)
  })

  it('runs once for calls at the same time', async () => {
    server.on(scanTicket, admitted)
    await saveOld(scan(1))
    await Promise.all([sendQueuedScans(), sendQueuedScans()])
    expect(sentTexts()).toEqual(['code 1'])
  })
})

type Upload = BodyIn<typeof uploadScans>

const uploads = () => server.sentTo(uploadScans).map(({ body }) => body as Upload)
const accepted = ({ scans }: Upload, conflictAt?: number) =>
  json({
    data: {
      results: scans.map(({ device_seq, scan_uuid }, place) => ({
        device_seq,
        scan_uuid,
        state: place === conflictAt ? 'conflict' : 'accepted',
        conflict:
          place === conflictAt
            ? {
                kind: 'double',
                code: 'S2',
                winner: null,
                other: {
                  scan_uuid: scanUuid(9),
                  scanned_at: '2026-12-03T17:00:00Z',
                  gate: 'מערב',
                  device_id: 'phone 2',
                },
              }
            : null,
      })),
      scan_statistics: admissionPage(1).scan_statistics,
      as_of: '2026-12-03T19:00:00.000Z',
    },
  })

describe('sendQueuedScans', () => {
  it('uploads entries and refusals together in the order of the device, and forgets them', async () => {
    server.on(uploadScans, ({ body }) => accepted(body as Upload))
    await saveScan(scan(2, { manual: { reason: 'id_shown', note: 'x' } }))
    await saveScan(scan(1, { state: 'turned_away', refusal: { code: 'S2', description: '', detail: {} } }))
    await vi.waitFor(() => expect(unsettledScans.read().waiting).toHaveLength(1))
    await sendQueuedScans()
    const [body] = uploads()
    expect(uploads()).toHaveLength(1)
    expect(body).toMatchObject({
      device_id: 'phone 1',
      scans: [
        { scan_uuid: scanUuid(2), verdict: 'admitted', refusal: null, reason: 'id_shown', note: 'x', gate: 'מזרח' },
        { scan_uuid: scanUuid(1), verdict: 'refused', refusal: 'S2' },
      ],
    })
    const [first, second] = body?.scans ?? []
    expect((second?.device_seq ?? 0) - (first?.device_seq ?? 0)).toBe(1)
    expect(await database.scans.count()).toBe(0)
  })

  it('sends an entry by hand that a version before named by a uuid with the number of its ticket', async () => {
    server.on(uploadScans, ({ body }) => accepted(body as Upload))
    const manual = { reason: 'id_shown', note: null } as const
    await database.tickets.put({ event: EVENT, uuid: ticketUuid(1), type: 'deadbeef', number: '101081-2' })
    await saveScan(scan(1, { manual, text: ticketUuid(1) }))
    await saveScan(scan(2, { manual, text: ticketUuid(2) })) // the list has it no longer: sent as it is
    await saveScan(scan(3, { text: ticketUuid(1) })) // a uuid that was scanned is no ticket number
    await sendQueuedScans()
    const texts = uploads().flatMap(({ scans }) => scans.map(({ ticket_uuid }) => ticket_uuid))
    expect(texts).toEqual(['101081-2', ticketUuid(2), ticketUuid(1)])
    await database.tickets.clear()
  })

  it('keeps an entry that another one had come before, until somebody dismisses it', async () => {
    server.on(uploadScans, ({ body }) => accepted(body as Upload, 1))
    await saveScan(scan(1))
    await saveScan(scan(2))
    await sendQueuedScans()
    expect(unsettledScans.read()).toMatchObject({
      waiting: [],
      refused: [{ scan_uuid: scanUuid(2), refusal: { code: 'S2', detail: { gate: 'מערב', device_id: 'phone 2' } } }],
    })
    await dismissScan(scanUuid(2))
    expect(await database.scans.count()).toBe(0)
  })

  it('sends 300 scans in batches; those without an answer survive a kill and are sent again', async () => {
    server.on(uploadScans, ({ body }, nth) => (nth === 1 ? accepted(body as Upload) : networkError()))
    const all = Array.from({ length: 300 }, (_, index) => scan(index % 8, { scan_uuid: crypto.randomUUID() }))
    for (const stored of all) await saveScan(stored)
    vi.useFakeTimers({ toFake: ['setTimeout'] })
    const sending = sendQueuedScans()
    await vi.advanceTimersByTimeAsync(10_000)
    await sending
    vi.useRealTimers()
    database.close() // the app is killed and started again
    await database.open()
    expect((await readUnsettledScans()).waiting).toHaveLength(100)
    server.on(uploadScans, ({ body }) => accepted(body as Upload))
    await sendQueuedScans()
    expect(uploads().at(0)?.scans).toHaveLength(200)
    expect(
      uploads()
        .at(-1)
        ?.scans.map(({ scan_uuid }) => scan_uuid),
    ).toEqual(all.slice(200).map(({ scan_uuid }) => scan_uuid))
    expect(await database.scans.count()).toBe(0)
  })
})
