import 'fake-indexeddb/auto'
import { uploadScans } from '@kartis/contract/admission.ts'
import { admissionList } from '@kartis/contract/admission-list.ts'
import { HUB } from '@kartis/domain/gate-hub.ts'
import { laneOf } from '@kartis/domain/lanes.ts'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { admissionPage, EVENT, OTHER_EVENT, ticketUuid, TYPE } from '../../../testing/admission.ts'
import { request, inVain, join, openHub, settled, type TestHub, TICKETS } from '../../../testing/hub.ts'
import { json } from '../../../testing/server.ts'
import { database } from '../../offline/database.ts'
import { refreshAdmissionList } from '../admission-list.ts'
import { sendQueuedScans } from '../scan-queue.ts'

let hub: TestHub
beforeEach(async () => {
  hub = await openHub()
})
afterEach(() => vi.useRealTimers())

describe('a hub of an event with lanes', () => {
  const laneOfTicket = (index: number): number =>
    laneOf({ count: 2, gates: [{ name: 'צפון', typeIds: [], lanes: [1, 2] }] }, ticketUuid(index), TYPE) ?? 0
  const other = (lane: number): number => 3 - lane

  beforeEach(async () => {
    const gates = [{ name: 'צפון', ticket_types: [], lanes: [1, 2] }]
    const page = admissionPage(TICKETS)
    hub.server.on(admissionList, () => json({ data: { ...page, event: { ...page.event, gates, lanes: 2 } } }))
    hub.list = (await refreshAdmissionList(EVENT, undefined)).list
  })

  it('admits a ticket at another lane once the device of its lane has noted it', async () => {
    const lane = laneOfTicket(0)
    const [owner, asking] = [await join(hub, 'owner', { lane }), await join(hub, 'asking', { lane: other(lane) })]
    expect((await asking.phone.claim(request(0)))?.t).toBe('granted')
    expect(owner.passed).toContain(ticketUuid(0))
  })

  it('sends the guest to the lane whose device is not here or does not answer, unless a lead lets them in', async () => {
    const lane = laneOfTicket(0)
    const asking = await join(hub, 'asking', { lane: other(lane) })
    expect(await asking.phone.claim(request(0))).toMatchObject({
      t: 'taken',
      code: 'S8',
      detail: { lane, gate: 'צפון' },
    })
    const owner = await join(hub, 'owner', { lane })
    owner.cut.toHub = true
    const claiming = asking.phone.claim(request(0))
    while (owner.passed.length === 0) await new Promise((resolve) => setImmediate(resolve))
    await vi.advanceTimersByTimeAsync(HUB.noteMs)
    expect(await claiming).toMatchObject({ t: 'taken', code: 'S8' })
    expect(await asking.phone.claim(request(0))).toMatchObject({ t: 'taken', code: 'S8' })
    expect(hub.list.tickets.get(ticketUuid(0))?.redeemed_at).toBeUndefined()
    expect((await asking.phone.claim({ ...request(0), override: true }))?.t).toBe('granted')
  })

  it('answers for lanes that no device has, once somebody has said so', async () => {
    const lane = laneOfTicket(0)
    const asking = await join(hub, 'asking', { lane: other(lane) })
    hub.takesRest = true
    expect((await asking.phone.claim(request(0)))?.t).toBe('granted')
  })
})

describe('a phone that joins', () => {
  it('hears of what has entered since its list was loaded', async () => {
    const first = await join(hub, 'a')
    await first.phone.claim(request(0))
    const late = await join(hub, 'b', { since: '2026-01-01T00:00:00.000Z' })
    await settled()
    expect(late.passed).toEqual([ticketUuid(0)])
  })

  it('of another event is turned away, and so is one too many', async () => {
    const foreign = await join(hub, 'a', { event: OTHER_EVENT })
    expect(foreign.turnedAway).toEqual(['event'])
    for (let place = 0; place < HUB.phones; place++) await join(hub, `phone ${place}`)
    expect((await join(hub, 'one more')).turnedAway).toEqual(['full'])
    expect((await join(hub, 'phone 3')).turnedAway).toEqual([])
    expect(hub.core.phones()).toHaveLength(HUB.phones)
  })

  it('finds guests through the hub', async () => {
    const { phone } = await join(hub, 'a')
    const found = await phone.search('ברקן')
    expect(found?.orders).toMatchObject([{ number: '101081', holder: 'נועה ברקן', tickets_count: TICKETS }])
  })
})

describe('what the hub granted', () => {
  it('is uploaded in one batch by the hub, with the device and gate of each, once the phones have confirmed it', async () => {
    const phones = [await join(hub, 'a'), await join(hub, 'b')]
    for (const [place, { phone }] of phones.entries()) await phone.claim(request(place))
    await settled()
    await vi.advanceTimersByTimeAsync(600) // confirmations are noted together, half a second later
    hub.server.on(uploadScans, ({ body }) => {
      const { scans } = body as { scans: { device_seq: number; scan_uuid: string }[] }
      const results = scans.map(({ device_seq, scan_uuid }) => ({
        device_seq,
        scan_uuid,
        state: 'accepted',
        conflict: null,
      }))
      return json({
        data: { results, scan_statistics: admissionPage(2).scan_statistics, as_of: new Date().toISOString() },
      })
    })
    await sendQueuedScans()
    expect(hub.server.sentTo(uploadScans).map(({ body }) => body)).toMatchObject([
      {
        device_id: 'the hub',
        role: 'hub',
        scans: [
          { mode: 'hub', device_id: 'device a', gate: 'צפון', verdict: 'admitted' },
          { mode: 'hub', device_id: 'device b', gate: 'צפון', verdict: 'admitted' },
        ],
      },
    ])
    expect(await database.scans.count()).toBe(0)
  })

  it('and nobody confirmed waits two minutes, for its phone may have let nobody in', async () => {
    const { phone, cut } = await join(hub, 'a')
    cut.fromHub = true
    await inVain(phone.claim(request(0)))
    await sendQueuedScans()
    expect(hub.server.sentTo(uploadScans)).toHaveLength(0)
    expect(await database.scans.count()).toBe(1)
  })
})
