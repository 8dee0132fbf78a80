import 'fake-indexeddb/auto'
import { scanTicket } from '@kartis/contract/admission.ts'
import { admissionList, gateSnapshot } from '@kartis/contract/admission-list.ts'
import { laneOf } from '@kartis/domain/lanes.ts'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import {
  type LocalAdmissionList,
  readAdmissionList,
  refreshAdmissionList,
} from '../../shared/check-in/admission-list.ts'
import { readUnsettledScans } from '../../shared/check-in/scan-queue.ts'
import { offline } from '../../shared/connection.ts'
import { gateEnded } from '../../shared/gate-ended.ts'
import { cachePage } from '../../shared/offline/cached-pages.ts'
import { database } from '../../shared/offline/database.ts'
import { writeStored } from '../../shared/storage.ts'
import {
  ACCOUNT,
  admissionPage,
  EVENT,
  OTHER_EVENT,
  noa,
  scanUuid,
  signIn,
  snapshotFile,
  ticketCode,
  ticketUuid,
  TYPE,
} from '../../testing/admission.ts'
import { json, networkError, refusal, type StubServer, stubServer } from '../../testing/server.ts'
import type { Attempt } from './attempt.ts'
import { checkTicket, SERVER_TIMEOUT_MS } from './check-ticket.ts'
import { deviceId, storeGateName, storeLane } from '../../shared/check-in/device.ts'

const counters = { total_scanned: 1, total_unscanned: 1, total_tickets: 2 }
const admittedByServer = () =>
  json({
    data: {
      ticket: {
        uuid: ticketUuid(0),
        number: '101081-1',
        name: 'כניסה רגילה',
        seat: null,
        holder: 'נועה ברקן',
        order_number: '100200',
      },
      scan_statistics: counters,
    },
  })

const attempt = (index: number, text = ticketCode(index)): Attempt => ({
  text,
  scanUuid: scanUuid(index),
  scannedAt: '2026-12-03T18:30:00.000Z',
})

let server: StubServer
let list: LocalAdmissionList
beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  signIn()
  server = stubServer()
  offline.write(false)
  await Promise.all([database.scans.clear(), database.lists.clear(), database.tickets.clear()])
  server.on(admissionList, () => json({ data: admissionPage(2) }))
  list = { ...(await refreshAdmissionList(EVENT, undefined)).list, people: noa }
})
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

const check = async (scanned: Attempt, local: LocalAdmissionList | undefined = list) => {
  const checking = checkTicket(EVENT, local, scanned)
  await vi.advanceTimersByTimeAsync(10_000)
  return checking
}

describe('a scan with a network', () => {
  it('is decided by the server, with the device, the gate and the scan uuid', async () => {
    storeGateName('מזרח')
    server.on(scanTicket, admittedByServer)
    const checked = await check(attempt(0))
    expect(checked).toMatchObject({ state: 'success', decidedBy: 'server', counters, ticket: { holder: 'נועה ברקן' } })
    expect(server.sentTo(scanTicket)[0]?.body).toEqual({
      ticket_uuid: ticketCode(0),
      device_id: deviceId(),
      gate: 'מזרח',
      scanned_at: '2026-12-03T18:30:00.000Z',
      scan_uuid: scanUuid(0),
    })
  })

  it('is remembered, so that the ticket is refused when the network fails later', async () => {
    server.on(scanTicket, admittedByServer)
    await check(attempt(0))
    offline.write(true)
    expect(await check({ ...attempt(0), scanUuid: scanUuid(5) })).toMatchObject({
      state: 'fail',
      error: { code: 'S2' },
    })
  })

  it('that the server refuses as redeemed elsewhere is remembered with time and gate', async () => {
    const detail = { redeemed_at: '2026-12-03T18:05:00.000Z', gate: 'מערב', device_id: 'phone 7' }
    server.on(scanTicket, () => refusal('S2', 409, detail))
    expect(await check(attempt(0))).toMatchObject({ state: 'fail', error: { code: 'S2' } })
    expect(list.tickets.get(ticketUuid(0))).toMatchObject(detail)
    offline.write(true)
    expect(await check(attempt(0))).toMatchObject({ state: 'fail', error: { code: 'S2', detail } })
  })

  it('of an unreadable text is asked for again', async () => {
    server.on(scanTicket, () => refusal('validation', 422, { ticket_uuid: ['invalid'] }))
    expect(await check(attempt(0, 'x'))).toEqual({ state: 'again' })
  })
})

describe('a scan without a network at an event with lanes', () => {
  const lanes = 2
  const laneOfFirst = () => laneOf({ count: lanes, gates: [] }, ticketUuid(0), TYPE) ?? 0
  beforeEach(() => {
    list = { ...list, facts: { ...list.facts, lanes } }
    offline.write(true)
  })

  it('is admitted by the device of its lane alone; another says which lane it is', async () => {
    storeLane(3 - laneOfFirst())
    expect(await check(attempt(0))).toMatchObject({
      state: 'fail',
      error: { code: 'S8', detail: { lane: laneOfFirst(), gate: null } },
    })
    storeLane(laneOfFirst())
    expect(await check({ ...attempt(0), scanUuid: scanUuid(5) })).toMatchObject({ state: 'success' })
  })

  it('is admitted by nobody on a device without a lane', async () => {
    storeLane(null)
    expect(await check(attempt(0))).toMatchObject({ error: { code: 'S8' } })
    expect(await check(attempt(1))).toMatchObject({ error: { code: 'S8' } })
  })

  it('is admitted in another lane by a lead, which is recorded', async () => {
    storeLane(3 - laneOfFirst())
    expect(await check({ ...attempt(0), isOverride: true })).toMatchObject({ state: 'success' })
    expect((await readUnsettledScans()).waiting).toMatchObject([{ isOverride: true, ticket_uuid: ticketUuid(0) }])
  })
})

describe('a scan without a server', () => {
  it('is decided by the local list when the server takes too long', async () => {
    server.on(scanTicket, () => new Promise<Response>(() => undefined))
    const checking = checkTicket(EVENT, list, attempt(0))
    let isDone = false
    void checking.then(() => (isDone = true))
    await vi.advanceTimersByTimeAsync(SERVER_TIMEOUT_MS - 100)
    expect(isDone).toBe(false)
    await vi.advanceTimersByTimeAsync(100)
    vi.useRealTimers()
    expect(await checking).toMatchObject({
      state: 'success',
      decidedBy: 'device',
      ticket: { name: 'כניסה רגילה', holder: 'נועה ברקן', number: '101081-1' },
    })
    expect((await readUnsettledScans()).waiting).toMatchObject([{ scan_uuid: scanUuid(0), ticket_uuid: ticketUuid(0) }])
  })

  it('is admitted by nobody on a device that was revoked, with and without a network, and nothing waits', async () => {
    server.on(scanTicket, () => refusal('gate_device_ended', 401))
    const ended = { state: 'fail', error: { code: 'gate_device_ended' } }
    expect(await checkTicket(EVENT, list, attempt(0))).toMatchObject(ended)
    gateEnded.write('ended')
    offline.write(true)
    expect(await checkTicket(EVENT, list, attempt(1))).toMatchObject(ended)
    gateEnded.write('no')
    expect(await readUnsettledScans()).toEqual({ waiting: [], refused: [] })
    expect(await database.scans.count()).toBe(0)
  })

  it('is not sent at all while the device is offline', async () => {
    offline.write(true)
    expect(await check(attempt(1))).toMatchObject({
      state: 'success',
      decidedBy: 'device',
      counters: { total_scanned: 1, total_unscanned: 1, total_tickets: 2 },
    })
    expect(server.sentTo(scanTicket)).toHaveLength(0)
  })

  it('refuses the second of two scans of one ticket', async () => {
    offline.write(true)
    await check(attempt(0))
    expect(await check({ ...attempt(0), scanUuid: scanUuid(6) })).toMatchObject({
      state: 'fail',
      error: { code: 'S2' },
    })
    expect((await readUnsettledScans()).waiting).toHaveLength(1)
  })

  it('refuses with the name, the type and the number of the ticket', async () => {
    offline.write(true)
    await check(attempt(0))
    expect(await check({ ...attempt(0), scanUuid: scanUuid(6) })).toMatchObject({
      error: { detail: { ticket: { holder: 'נועה ברקן', name: 'כניסה רגילה', number: '101081-1' } } },
    })
  })

  it('names the event of a ticket that is on the list of another event of this device', async () => {
    const event = { name: 'הופעה אחרת', starts_at: '2026-12-04T18:00:00Z', timezone: 'Asia/Jerusalem' }
    await database.lists.put({ ...list.facts, event: OTHER_EVENT })
    await database.tickets.put({ event: OTHER_EVENT, uuid: ticketUuid(7), type: '', number: '200200-1' })
    await cachePage(ACCOUNT, ['event', OTHER_EVENT, 'scan'], event)
    offline.write(true)
    for (const text of ['200200-1', ticketUuid(7), ticketCode(7, OTHER_EVENT)])
      expect(await check(attempt(0, text))).toMatchObject({ error: { code: 'S4', detail: { event } } })
  })

  it('says of which time the list is that does not have a ticket', async () => {
    offline.write(true)
    expect(await check(attempt(0, '999999-1'))).toMatchObject({
      error: { code: 'S1', detail: { list_at: new Date(list.facts.refreshedAt).toISOString() } },
    })
  })

  it('refuses a ticket of another event and a text that is no code', async () => {
    offline.write(true)
    expect(await check(attempt(0, ticketCode(0, OTHER_EVENT)))).toMatchObject({ error: { code: 'S4' } })
    expect(await check(attempt(0, 'https://example.com'))).toMatchObject({ error: { code: 'S6' } })
  })

  it('refuses a number that was read instead of typed, with and without a network, and uploads that it did', async () => {
    for (const isOffline of [true, false]) {
      offline.write(isOffline)
      const read = { ...attempt(0, list.tickets.get(ticketUuid(0))?.number), isRead: true }
      expect(await check(read)).toMatchObject({ error: { code: 'S6', detail: { is_number: true } } })
    }
    expect(await database.scans.toArray()).toMatchObject([{ state: 'turned_away', refusal: { code: 'S6' } }])
  })

  it('is `unchecked` on a device without a list, and nobody enters', async () => {
    server.on(scanTicket, networkError)
    expect(await checkTicketWithoutList()).toMatchObject({ state: 'unchecked' })
    expect((await readUnsettledScans()).waiting).toEqual([])
  })

  it('is `unchecked` for a number while this device has codes alone, which it decides', async () => {
    server.on(gateSnapshot, () => new Response(snapshotFile(2)))
    const shown: LocalAdmissionList[] = []
    await refreshAdmissionList(EVENT, undefined, (quick) => shown.push(quick))
    offline.write(true)
    const unchecked = { state: 'unchecked', error: { detail: { codes_only: true } } }
    expect(await check(attempt(1, '101081-2'), shown[0])).toMatchObject(unchecked)
    expect(await database.scans.count()).toBe(0)
    expect(await check(attempt(1), shown[0])).toMatchObject({ state: 'success' })
  })

  it('is `unchecked` when the admission cannot be stored, and nobody enters', async () => {
    offline.write(true)
    vi.spyOn(database.scans, 'put').mockRejectedValue(new Error('QuotaExceededError'))
    expect(await check(attempt(0))).toEqual({ state: 'unchecked', error: undefined })
    expect(list.tickets.get(ticketUuid(0))?.redeemed_at).toBeUndefined()
  })

  const checkTicketWithoutList = async () => {
    const checking = checkTicket(EVENT, undefined, attempt(0))
    await vi.advanceTimersByTimeAsync(10_000)
    return checking
  }
})

describe('an exit', () => {
  const RE_ENTRY = { policy: 'after_exit', entries_per_day: null } as const
  const leaving = (index: number): Attempt => ({ ...attempt(index), scanUuid: scanUuid(index + 5), direction: 'exit' })
  const listWithExits = async () => {
    const page = admissionPage(2)
    server.on(admissionList, () => json({ data: { ...page, event: { ...page.event, re_entry: RE_ENTRY } } }))
    list = (await refreshAdmissionList(EVENT, undefined)).list
  }

  it('is sent as one, and the list on the device has it', async () => {
    await listWithExits()
    server.on(scanTicket, admittedByServer)
    await check(attempt(0))
    expect(await check(leaving(0))).toMatchObject({ state: 'success' })
    expect(server.sentTo(scanTicket).at(-1)?.body).toMatchObject({ direction: 'exit' })
    expect(list.tickets.get(ticketUuid(0))).toMatchObject({ left_at: attempt(0).scannedAt })
  })

  it('lets the ticket in again without a network, on this device, also after a restart of the app', async () => {
    await listWithExits()
    offline.write(true)
    expect(await check(leaving(0))).toMatchObject({ state: 'fail', error: { code: 'S9' } })
    expect(await check(attempt(0))).toMatchObject({ state: 'success', ticket: { isAgain: false } })
    expect(await check({ ...attempt(0), scanUuid: scanUuid(2) })).toMatchObject({
      state: 'fail',
      error: { code: 'S2' },
    })
    expect(await check(leaving(0))).toMatchObject({ state: 'success' })
    const restarted = await readAdmissionList(EVENT)
    expect(restarted?.tickets.get(ticketUuid(0))).toHaveProperty('left_at')
    expect(await check({ ...attempt(0), scanUuid: scanUuid(3) }, restarted)).toMatchObject({
      state: 'success',
      ticket: { isAgain: true },
    })
    const stored = await database.scans.toArray()
    expect(stored.filter(({ state }) => state === 'waiting').map(({ direction }) => direction)).toEqual(
      expect.arrayContaining([undefined, 'exit', undefined]),
    )
  })

  it('does not let the ticket in again where the event admits it once', async () => {
    offline.write(true)
    await check(attempt(0))
    expect(await check(leaving(0))).toMatchObject({ state: 'success' })
    expect(await check({ ...attempt(0), scanUuid: scanUuid(3) })).toMatchObject({
      state: 'fail',
      error: { code: 'S2' },
    })
  })
})

describe('a device of one evening without a network', () => {
  const END = '2026-12-03T19:00:00.000Z'
  /** Its clock is an hour behind that of the server. */
  const checkedAt = (serverTime: string, expires_at = END) => {
    history.replaceState(null, '', '/gate/scan')
    writeStored('device:gate_identity', JSON.stringify({ uuid: 'device-1', expires_at }))
    vi.spyOn(Date, 'now').mockReturnValue(Date.parse(serverTime) - 3_600_000)
    offline.write(true)
    return check(attempt(0), { ...list, facts: { ...list.facts, aheadMs: 3_600_000 } })
  }
  afterEach(() => {
    history.replaceState(null, '', '/')
    writeStored('device:gate_identity', undefined)
  })

  it('admits until its own end, and says that its permission is over from then on', async () => {
    const ended = { state: 'fail', error: { code: 'gate_device_ended' } }
    expect(await checkedAt(END)).toMatchObject(ended)
    expect([await database.scans.count(), gateEnded.read()]).toEqual([0, 'no'])
    expect(await checkedAt('2026-12-03T18:59:59.000Z')).toMatchObject({ state: 'success', decidedBy: 'device' })
  })
})
