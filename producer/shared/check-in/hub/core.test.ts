import 'fake-indexeddb/auto'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { admissionList } from '@kartis/contract/admission-list.ts'
import type { FromHub } from '@kartis/contract/hub-messages.ts'
import {
  admissionPage,
  EVENT,
  OTHER_EVENT,
  PUBLIC_KEY,
  sharedTickets,
  snapshotFile,
  ticketCode,
  ticketUuid,
} from '../../../testing/admission.ts'
import { actOf, request, inVain, join, openHub, restart, settled, type TestHub } from '../../../testing/hub.ts'
import { json } from '../../../testing/server.ts'
import { database } from '../../offline/database.ts'
import { writeStored } from '../../storage.ts'
import { refreshAdmissionList } from '../admission-list.ts'
import { checkSnapshot } from '../snapshot.ts'
import { createHubPhone } from './phone.ts'

let hub: TestHub
beforeEach(async () => {
  hub = await openHub()
})
afterEach(() => vi.useRealTimers())

describe('a hub that twenty phones ask for one ticket at once', () => {
  it('lets it in at one of them, and tells the others where and when', async () => {
    const phones = await Promise.all(Array.from({ length: 20 }, (_, place) => join(hub, String(place))))
    const answers = await Promise.all(
      phones.map(({ phone }, place) => phone.claim(request(0, crypto.randomUUID(), `gate ${place}`))),
    )
    const granted = answers.flatMap((answer) => (answer?.t === 'granted' ? [answer] : []))
    expect(granted).toHaveLength(1)
    expect(granted[0]).toMatchObject({
      ticket: { uuid: ticketUuid(0), holder: 'נועה ברקן' },
      counters: { total_scanned: 1 },
    })
    const taken = answers.flatMap((answer) => (answer?.t === 'taken' ? [answer] : []))
    expect(taken).toHaveLength(19)
    const winner = answers.findIndex((answer) => answer?.t === 'granted')
    for (const { code, detail } of taken)
      expect([code, detail['gate'], detail['redeemed_at']]).toEqual(['S2', `gate ${winner}`, granted[0]?.at])
    expect(await database.scans.count()).toBe(1)
    await settled()
    for (const [place, { passed }] of phones.entries()) expect(passed).toEqual(place === winner ? [] : [ticketUuid(0)])
  })

  it('says whose phone let it in', async () => {
    const [first, second] = [await join(hub, 'a'), await join(hub, 'b')]
    await first.phone.claim(request(0))
    const answer = await second.phone.claim(request(0))
    expect(answer).toMatchObject({ t: 'taken', code: 'S2', detail: { device_id: 'device a', device: 'a' } })
  })

  it('has stored the entry before it answers', async () => {
    const { phone } = await join(hub, 'a')
    const claim = request(1)
    const put = vi.spyOn(database.scans, 'put')
    const answering = phone.claim(claim)
    const answer = await answering
    expect(answer?.t).toBe('granted')
    expect(put).toHaveBeenCalledOnce()
    expect(await database.scans.get(claim.nonce)).toMatchObject({
      mode: 'hub',
      by: 'the hub',
      device_id: 'device a',
      gate: 'צפון',
      ticket_uuid: ticketUuid(1),
    })
    put.mockRestore()
  })

  it('answers the phone whose guest waits before it tells the others', async () => {
    const sent: string[] = []
    const peers = ['a', 'b', 'c'].map((id) => ({ id, send: ({ t }: FromHub) => void sent.push(`${id} ${t}`) }))
    const hello = { t: 'hello', v: 1, event: EVENT, gate: null, lane: null, since: null } as const
    for (const peer of peers) await hub.core.receive(peer, { ...hello, device: peer.id, name: peer.id })
    sent.length = 0
    const [, asking] = peers
    if (asking) await hub.core.receive(asking, { t: 'claim', ...request(1) })
    expect(sent).toEqual(['b granted', 'a passed', 'c passed'])
  })

  it('that cannot store anything grants nothing, so that phones decide alone', async () => {
    const { phone } = await join(hub, 'a')
    const put = vi.spyOn(database.scans, 'put').mockRejectedValue(new Error('disk full'))
    expect(await inVain(phone.claim(request(1)))).toBeUndefined()
    put.mockRestore()
    expect(hub.list.tickets.get(ticketUuid(1))?.redeemed_at).toBeUndefined()
  })

  it('gives a repeated claim the answer that it gave before', async () => {
    const { phone } = await join(hub, 'a')
    const claim = request(2)
    expect((await phone.claim(claim))?.t).toBe('granted')
    expect((await phone.claim(claim))?.t).toBe('granted')
    expect((await phone.claim(request(2)))?.t).toBe('taken')
    expect(await database.scans.count()).toBe(1)
  })

  it('refuses by the rules of the server: unknown codes, cancelled tickets, foreign events', async () => {
    const { phone } = await join(hub, 'a')
    const listed = hub.list.tickets.get(ticketUuid(3))
    if (listed) hub.list.tickets.set(ticketUuid(3), { ...listed, cancelled_at: '2026-12-01T00:00:00Z' })
    const codes = []
    for (const text of ['https://example.com', ticketCode(0, OTHER_EVENT), ticketCode(3)])
      codes.push(await phone.claim({ ...request(0), text }))
    expect(codes.map((answer) => answer?.t === 'taken' && answer.code)).toEqual(['S6', 'S4', 'S3'])
  })

  it('refuses a seat at another gate of the hall, and says which is its own', async () => {
    const { phone } = await join(hub, 'a')
    Object.assign(hub.list.facts, { seatGates: ['1', '5'] })
    const listed = hub.list.tickets.get(ticketUuid(1))
    const seat = { section: 'גוש 101', row: '1', number: '1', gate: '5' }
    if (listed) hub.list.tickets.set(ticketUuid(1), { ...listed, seat })
    const at = (gate: string) => phone.claim(request(1, crypto.randomUUID(), gate))
    expect(await at('1')).toMatchObject({ t: 'taken', code: 'S7', detail: { gates: [expect.stringContaining('5')] } })
    expect(await at('שער 5')).toMatchObject({ t: 'granted', ticket: { uuid: ticketUuid(1) } })
  })
})

describe('a hub that dies in the middle of a claim', () => {
  it('and returns knows the entry that it stored and never answered', async () => {
    const { phone, cut } = await join(hub, 'a')
    const claim = request(0)
    cut.fromHub = true
    expect(await inVain(phone.claim(claim))).toBeUndefined()
    expect(await database.scans.count()).toBe(1)
    await restart(hub)
    const again = await join(hub, 'a')
    again.phone.settle([actOf(claim, 'admitted')])
    await settled()
    expect(hub.core.figures().doubles).toBe(0)
    expect(await database.scans.count()).toBe(1)
    const other = await join(hub, 'b')
    expect(await other.phone.claim(request(0))).toMatchObject({ t: 'taken', code: 'S2' })
  })

  it('and returns counts on from the entries of before, also those of a phone that has left', async () => {
    const [a, b] = [await join(hub, 'a'), await join(hub, 'b')]
    await a.phone.claim(request(0))
    await b.phone.claim(request(1))
    b.phone.settle([actOf(request(0), 'admitted')])
    await settled()
    await restart(hub)
    expect(hub.core.figures()).toEqual({ granted: { 'device a': 1, 'device b': 1 }, doubles: 1 })
    const again = await join(hub, 'a')
    await again.phone.claim(request(2))
    expect(hub.core.phones()).toMatchObject([{ device: 'device a', granted: 2 }])
    expect(hub.core.figures()).toEqual({ granted: { 'device a': 2, 'device b': 1 }, doubles: 1 })
  })

  it('and returns learns by its nonce of an entry that never reached it, and tells the others', async () => {
    const { phone, cut } = await join(hub, 'a')
    const claim = request(0)
    cut.toHub = true
    expect(await inVain(phone.claim(claim))).toBeUndefined()
    await restart(hub)
    const [again, other] = [await join(hub, 'a'), await join(hub, 'b')]
    again.phone.settle([actOf(claim, 'admitted')])
    again.phone.settle([actOf(claim, 'admitted')])
    await settled()
    expect(other.passed).toEqual([ticketUuid(0)])
    expect(await database.scans.get(claim.nonce)).toMatchObject({ mode: 'alone', device_id: 'device a' })
    expect(await other.phone.claim(request(0))).toMatchObject({ t: 'taken', code: 'S2' })
    expect(hub.core.figures().doubles).toBe(0)
  })

  it('takes back a grant with which nobody entered, so that the guest enters at the next phone', async () => {
    const { phone, cut } = await join(hub, 'a')
    const other = await join(hub, 'b')
    const claim = request(0)
    cut.fromHub = true
    expect(await inVain(phone.claim(claim))).toBeUndefined()
    expect(phone.decided(actOf(claim, 'refused'))).toBe(true)
    await restart(hub)
    const [again, third] = [await join(hub, 'a'), await join(hub, 'c')]
    again.phone.settle([actOf(claim, 'refused')])
    await settled()
    expect(third.undone).toEqual([ticketUuid(0)])
    expect(await database.scans.count()).toBe(0)
    expect((await third.phone.claim(request(0)))?.t).toBe('granted')
    expect(other.undone).toEqual([])
  })

  it('takes an entry of a phone back when that phone does, however it was decided, and for no other phone', async () => {
    const [a, b] = [await join(hub, 'a'), await join(hub, 'b')]
    const [byHub, own] = [request(0), request(1)]
    expect((await a.phone.claim(byHub))?.t).toBe('granted')
    a.phone.settle([actOf(own, 'admitted', 1)])
    await settled()
    b.phone.settle([actOf(byHub, 'refused'), actOf(own, 'refused', 1)])
    await settled()
    expect(await b.phone.claim(request(0))).toMatchObject({ t: 'taken', code: 'S2' })
    expect(hub.core.figures().granted).toEqual({ 'device a': 1 })
    a.phone.settle([actOf(byHub, 'refused'), actOf(own, 'refused', 1)])
    await settled()
    expect(hub.core.figures().granted).toEqual({ 'device a': 0 })
    expect(b.undone).toEqual([ticketUuid(0), ticketUuid(1)])
    expect((await b.phone.claim(request(0)))?.t).toBe('granted')
    expect((await b.phone.claim(request(1)))?.t).toBe('granted')
  })

  it('counts an entry that happened beside one that it knew of, and uploads both', async () => {
    const [a, b] = [await join(hub, 'a'), await join(hub, 'b')]
    expect((await a.phone.claim(request(0)))?.t).toBe('granted')
    b.phone.settle([actOf(request(0), 'admitted')])
    await settled()
    expect(hub.core.figures().doubles).toBe(1)
    expect(await database.scans.count()).toBe(2)
  })
})

/** `CHECK_IN_TICKETS=10000` for the whole number. */
const SHARED = Number(process.env['CHECK_IN_TICKETS'] ?? 250)

describe('a hub with eight phones that see the same tickets', () => {
  it('lets each ticket in at exactly one of them', async () => {
    const { rows, text } = sharedTickets(SHARED)
    hub.server.on(admissionList, () => json({ data: { ...admissionPage(0), tickets: rows } }))
    hub.list = (await refreshAdmissionList(EVENT, undefined)).list
    const phones = await Promise.all(Array.from({ length: 8 }, (_, place) => join(hub, String(place))))
    const granted = new Map<string, number>()
    for (const row of rows) {
      const claims = phones.map(({ phone }) => phone.claim({ ...request(0), text: text(row) }))
      const answers = await Promise.all(claims)
      granted.set(row.uuid, answers.filter((answer) => answer?.t === 'granted').length)
    }
    expect([...new Set(granted.values())]).toEqual([1])
    expect(granted.size).toBe(SHARED)
    expect(await database.scans.count()).toBe(SHARED)
  }, 3_600_000)
})

describe('a claim by a bare uuid', () => {
  const byUuid = (text = ticketUuid(0)) => ({
    ...request(0),
    text,
    manual: { reason: 'id_shown', note: null } as const,
  })

  it('is no ticket code for the hub of a manager, whatever reason it gives; the number is one', async () => {
    expect(hub.list.facts.withUuids).toBe(true)
    const { phone } = await join(hub, 'a')
    expect(await phone.claim(byUuid())).toMatchObject({ t: 'taken', code: 'S6' })
    expect(hub.list.tickets.get(ticketUuid(0))?.redeemed_at).toBeUndefined()
    expect((await phone.claim(byUuid('101081-1')))?.t).toBe('granted')
  })

  it('and one by a number is left to the phone while the hub has codes alone, which it decides', async () => {
    const snapshot = await checkSnapshot(EVENT, snapshotFile(8), PUBLIC_KEY)
    hub.list = { ...hub.list, tickets: new Map(), snapshot }
    const { phone } = await join(hub, 'a')
    expect(await inVain(phone.claim({ ...request(1), text: '101081-2' }))).toBeUndefined()
    expect(await phone.claim(request(0))).toMatchObject({ t: 'taken', code: 'S2' })
    expect((await phone.claim(request(1)))?.t).toBe('granted')
  })

  it('of an entry that happened is noted all the same, so that the ticket enters nowhere else', async () => {
    const [a, b] = [await join(hub, 'a'), await join(hub, 'b')]
    a.phone.settle([{ ...byUuid(), ticket: ticketUuid(0), verdict: 'admitted', at: new Date().toISOString() }])
    await settled()
    expect(await b.phone.claim(request(0))).toMatchObject({ t: 'taken', code: 'S2' })
  })
})

describe('a hub whose own permission ends', () => {
  const END = '2026-12-03T19:00:00.000Z'
  afterEach(() => {
    vi.restoreAllMocks()
    history.replaceState(null, '', '/')
    writeStored('device:gate_identity', undefined)
  })

  it('lets nobody in from then on, by the time of the server, and leaves its phones to themselves', async () => {
    const { phone } = await join(hub, 'a')
    history.replaceState(null, '', '/gate/hub')
    writeStored('device:gate_identity', JSON.stringify({ uuid: 'device-1', expires_at: END }))
    // Its clock is an hour behind that of the server.
    hub.list = { ...hub.list, facts: { ...hub.list.facts, aheadMs: 3_600_000 } }
    const now = vi.spyOn(Date, 'now').mockReturnValue(Date.parse(END) - 3_600_001)
    expect(await phone.claim(request(0))).toMatchObject({ t: 'granted' })
    now.mockReturnValue(Date.parse(END) - 3_600_000)
    expect(await inVain(phone.claim(request(1)))).toBeUndefined()
    expect(await database.scans.count()).toBe(1)
  })
})

const HELLO = {
  ...({ t: 'hello', v: 1, event: EVENT, device: 'd1', name: 'דנה', gate: null } as const),
  ...({ lane: null, since: null } as const),
}

/** A phone whose messages reach nobody. */
const lonelyPhone = () => {
  const messages: unknown[] = []
  const onWelcome = vi.fn<() => void>()
  const phone = createHubPhone({
    hello: () => HELLO,
    send: (message) => messages.push(message),
    onWelcome,
    onAnswering: () => undefined,
    onPassed: () => undefined,
    onUndone: () => undefined,
    onTurnedAway: () => undefined,
  })
  return { phone, messages, onWelcome }
}

describe('a phone that waited in vain', () => {
  it('for its welcome says hello again, and asks whether the hub is there only after it', () => {
    const { phone, messages, onWelcome } = lonelyPhone()
    phone.ping()
    phone.ping()
    expect(messages).toEqual([HELLO, HELLO])
    phone.receive({ t: 'welcome', hub: '80f5855f79c907ea', name: 'רכזת', device: 'd0' })
    expect(onWelcome).toHaveBeenCalledOnce()
    phone.ping()
    expect(messages.at(-1)).toEqual({ t: 'ping', n: 1 })
  })

  it('says what came of it as soon as the late answer arrives', async () => {
    const { phone, messages } = lonelyPhone()
    const claim = request(0)
    expect(await inVain(phone.claim(claim))).toBeUndefined()
    phone.decided(actOf(claim, 'refused'))
    const granted = { t: 'granted', nonce: claim.nonce, at: '2026-12-03T18:30:00.000Z' } as const
    const ticket = { uuid: ticketUuid(0), number: '101081-1', name: '', holder: null, again: false }
    const counters = { total_scanned: 1, total_unscanned: 0, total_tickets: 1 }
    phone.receive({ ...granted, ticket, counters })
    expect(messages.at(-1)).toEqual({ t: 'kept', nonce: claim.nonce, entered: false })
  })
})
