import { randomUUID } from 'node:crypto'
import { admitTickets, findAtGate, undoScan } from '@kartis/contract/admission.ts'
import { admissionList } from '@kartis/contract/admission-list.ts'
import type { BodyIn } from '@kartis/contract/endpoint.ts'
import { type Event, updateEvent } from '@kartis/contract/events.ts'
import type { Ticket } from '@kartis/contract/tickets.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { leadOf, scan, scannerOf } from '../../../testing/check-in.ts'
import { as, eventOnSale, ticketTypeOf } from '../../../testing/events.ts'
import { freeOrder } from '../../../testing/orders.ts'
import { type Producer, producer } from '../../../testing/people.ts'
import { openWorld, type World } from '../../../testing/world.ts'

let world: World
let owner: Producer
let scanner: { token: string; account: string }
let lead: { token: string; account: string }

beforeAll(async () => {
  world = await openWorld()
  owner = await producer(world)
  scanner = { token: (await scannerOf(world, owner)).token, account: owner.account.uuid }
  lead = { token: (await leadOf(world, owner)).token, account: owner.account.uuid }
})
afterAll(() => world.close())

interface SoldEvent {
  readonly event: Event
  readonly tickets: readonly Ticket[]
  readonly number: string
  readonly order: string
}

const soldEvent = async (count = 3): Promise<SoldEvent> => {
  const { event, type } = await eventOnSale(world, owner, { type: { price: 0, sum_total_available: 200 } })
  const order = await freeOrder(world, event.uuid, { [type.uuid]: count })
  return { event, tickets: order.tickets, number: order.number, order: order.uuid }
}

const nth = ({ tickets }: SoldEvent, place: number): Ticket => {
  const ticket = tickets[place]
  if (!ticket) throw new Error(`no ticket ${place}`)
  return ticket
}

const undo = ({ event }: SoldEvent, ticket: string, fields: Partial<BodyIn<typeof undoScan>> = {}, who = lead) =>
  world.call(undoScan, { ...who, params: { uuid: event.uuid }, body: { ticket_uuid: ticket, ...fields } })

const find = ({ event }: SoldEvent, q: string, who = scanner) =>
  world.call(findAtGate, { ...who, params: { uuid: event.uuid }, query: { q } })

const admit = ({ event }: SoldEvent, body: BodyIn<typeof admitTickets>, who = scanner) =>
  world.call(admitTickets, { ...who, params: { uuid: event.uuid }, body })

const scansOf = ({ event }: SoldEvent) =>
  world.db.selectFrom('scans').selectAll().where('event_id', '=', event.uuid).orderBy('received_at').execute()

describe('undoing an entry', () => {
  it('lets the ticket enter again, counts one entry less, and keeps both acts in the log', async () => {
    const sold = await soldEvent()
    const scan_uuid = randomUUID()
    await scan(world, scanner, sold.event, nth(sold, 0).code, { scan_uuid, gate: 'צפון' })
    const undone = await undo(sold, nth(sold, 0).number, { reason: 'wrong_person', note: 'התבלבלו בתור', gate: 'צפון' })
    expect(undone.status).toBe(200)
    expect(undone.body.data.ticket).toMatchObject({
      redemption: 'pending',
      redeemed_at: null,
      number: nth(sold, 0).number,
    })
    expect(undone.body.data.scan_statistics).toEqual({ total_scanned: 0, total_unscanned: 3, total_tickets: 3 })
    const rows = await scansOf(sold)
    expect(rows.map(({ verdict }) => verdict)).toEqual(['admitted', 'undone'])
    expect(rows[1]).toMatchObject({
      undoes: scan_uuid,
      ticket_id: nth(sold, 0).uuid,
      reason: 'wrong_person',
      note: 'התבלבלו בתור',
      gate: 'צפון',
      user_id: expect.any(String),
    })
    expect((await scan(world, scanner, sold.event, nth(sold, 0).code)).status).toBe(200)
  })

  it('is given to check-in leads and managers, not to scanners and strangers', async () => {
    const sold = await soldEvent(2)
    for (const ticket of sold.tickets) await scan(world, scanner, sold.event, ticket.code)
    expect((await undo(sold, nth(sold, 0).uuid, {}, scanner)).error?.code).toBe('forbidden')
    const stranger = await producer(world)
    expect((await undo(sold, nth(sold, 0).uuid, {}, as(stranger))).error?.code).toBe('not_found')
    expect((await undo(sold, nth(sold, 0).uuid)).status).toBe(200)
    expect((await undo(sold, nth(sold, 1).uuid, {}, as(owner))).status).toBe(200)
  })

  it('of a ticket that has not entered is a conflict, of no ticket S1, of another event S4', async () => {
    const [sold, other] = [await soldEvent(), await soldEvent()]
    const outcome = async (text: string) => {
      const { status, error } = await undo(sold, text)
      return [status, error?.code]
    }
    expect(await outcome(nth(sold, 0).code)).toEqual([409, 'conflict'])
    expect(await outcome(`${sold.number}-9`)).toEqual([404, 'S1'])
    expect(await outcome(nth(other, 0).number)).toEqual([409, 'S4'])
    expect(await outcome('nonsense')).toEqual([422, 'S6'])
  })

  it('repeated with its uuid changes nothing, and of many at once one counts', async () => {
    const sold = await soldEvent()
    for (const ticket of sold.tickets) await scan(world, scanner, sold.event, ticket.code)
    const scan_uuid = randomUUID()
    expect((await undo(sold, nth(sold, 0).uuid, { scan_uuid })).status).toBe(200)
    await scan(world, scanner, sold.event, nth(sold, 0).code)
    expect((await undo(sold, nth(sold, 0).uuid, { scan_uuid })).status).toBe(200)
    expect((await scan(world, scanner, sold.event, nth(sold, 0).code)).error?.code).toBe('S2')
    const answers = await Promise.all(Array.from({ length: 8 }, () => undo(sold, nth(sold, 1).uuid)))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    const counted = await scan(world, scanner, sold.event, nth(sold, 1).code)
    expect(counted.body.data.scan_statistics.total_scanned).toBe(3)
  })

  it('reaches the admission lists of devices', async () => {
    const sold = await soldEvent()
    await scan(world, scanner, sold.event, nth(sold, 0).code)
    const { as_of } = (await world.call(admissionList, { ...scanner, params: { uuid: sold.event.uuid }, query: {} }))
      .body.data
    await undo(sold, nth(sold, 0).uuid)
    const query = { since: as_of }
    const { tickets } = (await world.call(admissionList, { ...scanner, params: { uuid: sold.event.uuid }, query })).body
      .data
    const listed = tickets.find(({ uuid }) => uuid === nth(sold, 0).uuid)
    expect(listed).toMatchObject({ number: nth(sold, 0).number })
    expect(listed).not.toHaveProperty('redeemed_at')
  })
})

describe('tickets admitted together', () => {
  it('enter with one request, each with a result, and a repeat is harmless', async () => {
    const sold = await soldEvent(4)
    await scan(world, scanner, sold.event, nth(sold, 0).code)
    const body: BodyIn<typeof admitTickets> = {
      tickets: [...sold.tickets.map(({ number }) => number), `${sold.number}-9`].map((ticket_uuid) => ({
        ticket_uuid,
        scan_uuid: randomUUID(),
      })),
      reason: 'group',
      gate: 'צפון',
    }
    const first = await admit(sold, body)
    expect(first.status).toBe(200)
    expect(first.body.data.results.map(({ refusal }) => refusal?.code ?? 'in')).toEqual(['S2', 'in', 'in', 'in', 'S1'])
    expect(first.body.data.results[1]?.ticket).toMatchObject({ number: nth(sold, 1).number, redemption: 'redeemed' })
    expect(first.body.data.scan_statistics).toEqual({ total_scanned: 4, total_unscanned: 0, total_tickets: 4 })
    const again = await admit(sold, body)
    expect(again.body).toEqual(first.body)
    const rows = (await scansOf(sold)).filter(({ verdict }) => verdict === 'admitted')
    expect(rows.filter(({ reason, gate }) => reason === 'group' && gate === 'צפון')).toHaveLength(3)
  })

  it('are named by their numbers, and by a bare uuid for managers only, whatever reason is given', async () => {
    const sold = await soldEvent(3)
    const byUuid = (place: number, reason: 'id_shown' | 'approved' | 'group', who: typeof scanner) =>
      admit(sold, { tickets: [{ ticket_uuid: nth(sold, place).uuid }], reason, note: 'manager', device_id: 'hub' }, who)
    const codeOf = ({ body }: Awaited<ReturnType<typeof admit>>) => body.data.results[0]?.refusal?.code ?? 'in'
    for (const reason of ['id_shown', 'approved', 'group'] as const)
      expect(codeOf(await byUuid(0, reason, scanner))).toBe('S6')
    expect(codeOf(await byUuid(0, 'id_shown', lead))).toBe('S6')
    expect((await scan(world, scanner, sold.event, nth(sold, 0).uuid)).error?.code).toBe('S6')
    expect(codeOf(await byUuid(1, 'id_shown', as(owner)))).toBe('in')
    const byNumber = await admit(sold, { tickets: [{ ticket_uuid: nth(sold, 0).number }], reason: 'id_shown' })
    expect(codeOf(byNumber)).toBe('in')
    expect(byNumber.body.data.scan_statistics.total_scanned).toBe(2)
  })

  it('need a reason, and at most a hundred tickets', async () => {
    const sold = await soldEvent(1)
    const ticket = { ticket_uuid: nth(sold, 0).uuid }
    // @ts-expect-error -- no such reason
    expect((await admit(sold, { tickets: [ticket], reason: 'because' })).status).toBe(422)
    expect((await admit(sold, { tickets: [], reason: 'group' })).status).toBe(422)
    const many = Array.from({ length: 101 }, () => ticket)
    expect((await admit(sold, { tickets: many, reason: 'group' })).status).toBe(422)
  })
})

describe('the search at the gate', () => {
  it('finds an order by name, phone, order number and ticket number, with what the gate may see and nothing else', async () => {
    const sold = await soldEvent(2)
    await scan(world, scanner, sold.event, nth(sold, 0).code, { gate: 'צפון' })
    const row = await world.db
      .selectFrom('orders')
      .select('buyer_phone')
      .where('id', '=', sold.order)
      .executeTakeFirstOrThrow()
    const end = row.buyer_phone?.slice(-4) ?? ''
    for (const q of [
      'כהן דנה',
      'דנ',
      sold.number,
      sold.number.slice(0, 5),
      nth(sold, 1).number,
      end,
      `0${row.buyer_phone?.slice(4)}`,
    ]) {
      const found = await find(sold, q)
      expect([q, found.status, found.body.data.map(({ uuid }) => uuid)]).toEqual([q, 200, [sold.order]])
    }
    const answer = await find(sold, 'דנה')
    expect(answer.body.data[0]).toMatchObject({
      number: sold.number,
      holder: 'דנה כהן',
      phone_end: end,
      tickets_count: 2,
      entered_count: 1,
      tickets: [
        { number: `${sold.number}-1`, redemption: 'redeemed', gate: 'צפון' },
        { number: `${sold.number}-2`, redemption: 'pending', gate: null },
      ],
    })
    expect(answer.text).not.toMatch(/price|email|@|05\d{8}|\+972|"code"/u)
    for (const q of ['רותם', '999999', '101', 'ד']) {
      const none = await find(sold, q)
      expect([q, none.body.data ?? none.error?.code]).toEqual([q, q.length < 4 && q !== 'רותם' ? 'validation' : []])
    }
  })

  it('finds an order by a seat of its own: section, row and number, or row and number alone', async () => {
    const sold = await soldEvent(2)
    const seat = { uuid: nth(sold, 1).uuid, section: 'אולם תחתון', row: '5', number: '12' }
    const seated = world.db.updateTable('tickets').set({ seat: JSON.stringify(seat) })
    await seated.where('event_id', '=', sold.event.uuid).where('id', '=', seat.uuid).execute()
    for (const q of ['אולם 5 12', 'שורה 5 כיסא 12', '5/12', 'אולם תחתון, שורה 5, מושב 12'])
      expect([q, (await find(sold, q)).body.data.map(({ uuid }) => uuid)]).toEqual([q, [sold.order]])
    for (const q of ['יציע 5 12', 'אולם 5 13', '5/13']) expect([q, (await find(sold, q)).body.data]).toEqual([q, []])
  })

  it('finds a seat whose row or section is written with signs, with them and without, as a device without a network does', async () => {
    const sold = await soldEvent(1)
    const seat = { uuid: nth(sold, 0).uuid, section: 'ג׳ימבו', row: 'י״ב', number: '7' }
    const seated = world.db.updateTable('tickets').set({ seat: JSON.stringify(seat) })
    await seated.where('event_id', '=', sold.event.uuid).where('id', '=', seat.uuid).execute()
    const texts = [
      'שורה י״ב כיסא 7',
      'שורה יב כיסא 7',
      "י''ב 7",
      'גימבו יב 7',
      '12 7',
      'row 12 (י״ב) seat 7',
      'صف ١٢ مقعد ٧',
    ]
    for (const q of texts)
      expect([q, (await find(sold, q)).body.data.map(({ uuid }) => uuid)]).toEqual([q, [sold.order]])
  })

  it('finds a row of a single letter by its number, as the hall of the event counts', async () => {
    const sold = await soldEvent(1)
    const seat = { uuid: nth(sold, 0).uuid, section: 'אולם', row: 'כ', number: '7' }
    const seated = world.db.updateTable('tickets').set({ seat: JSON.stringify(seat) })
    await seated.where('event_id', '=', sold.event.uuid).where('id', '=', seat.uuid).execute()
    const found = async (q: string) => (await find(sold, q)).body.data.map(({ uuid }) => uuid)
    for (const q of ['כ 7', '11 7', '20 7']) expect([q, await found(q)]).toEqual([q, [sold.order]])
    expect(await found('12 7')).toEqual([])
  })

  it('finds orders of its own event only, and is closed to strangers', async () => {
    const [sold, other] = [await soldEvent(1), await soldEvent(1)]
    expect((await find(sold, other.number)).body.data).toEqual([])
    const stranger = await producer(world)
    expect((await find(sold, 'דנה', as(stranger))).error?.code).toBe('not_found')
  })

  it('shows twenty orders and says that there are more', async () => {
    const { event, type } = await eventOnSale(world, owner, { type: { price: 0, sum_total_available: 200 } })
    for (let order = 0; order < 21; order += 1) await freeOrder(world, event.uuid, { [type.uuid]: 1 })
    const answer = await world.call(findAtGate, { ...scanner, params: { uuid: event.uuid }, query: { q: 'דנה' } })
    expect([answer.body.data.length, answer.body.meta.more]).toEqual([20, true])
  })

  it('is recorded with the person and the orders shown, without what was typed', async () => {
    const sold = await soldEvent(1)
    await find(sold, 'דנה')
    const { rows } = await world.db
      .selectFrom('events_log')
      .selectAll()
      .where('event_id', '=', sold.event.uuid)
      .where('type', '=', 'check_in.searched')
      .execute()
      .then((rows) => ({ rows }))
    expect(rows).toHaveLength(1)
    expect(rows[0]?.data).toEqual({ by: 'name', orders: [sold.order] })
    expect(JSON.stringify(rows)).not.toContain('דנה')
  })
})

describe('the gates of an event', () => {
  it('refuse a ticket at a gate where its type does not enter (S7) name the gates where it does, and admit it there', async () => {
    const { event, type } = await eventOnSale(world, owner, { type: { price: 0 } })
    const vip = await ticketTypeOf(world, owner, event, { name: 'VIP', price: 0 })
    const { tickets } = await freeOrder(world, event.uuid, { [type.uuid]: 1 })
    const gates = [
      { name: 'VIP', events_ticket_uuids: [vip.uuid] },
      { name: 'צפון', events_ticket_uuids: [type.uuid] },
    ]
    await world.call(updateEvent, { ...as(owner), params: { uuid: event.uuid }, body: { settings: { gates } } })
    const code = tickets[0]?.code ?? ''
    const refused = await scan(world, scanner, event, code, { gate: 'VIP' })
    expect([refused.status, refused.error?.code]).toEqual([409, 'S7'])
    expect(refused.error?.detail).toMatchObject({ gates: ['צפון'] })
    expect((await scan(world, scanner, event, code, { gate: 'צפון' })).status).toBe(200)
  })

  it('name ticket types of their own event only', async () => {
    const [{ event, type }, other] = [await eventOnSale(world, owner), await eventOnSale(world, owner)]
    const params = { uuid: event.uuid }
    const set = (events_ticket_uuids: string[]) =>
      world.call(updateEvent, {
        ...as(owner),
        params,
        body: { settings: { gates: [{ name: 'צפון', events_ticket_uuids }] } },
      })
    expect((await set([type.uuid, other.type.uuid])).error).toMatchObject({
      code: 'validation',
      detail: { 'settings.gates.0.events_ticket_uuids.1': ['unknown_ticket_type'] },
    })
    expect((await set([type.uuid])).status).toBe(200)
  })

  it('reach the admission list, and a copy of the event names its own ticket types', async () => {
    const { event, type } = await eventOnSale(world, owner, { type: { price: 0 } })
    const gates = [{ name: 'צפון', events_ticket_uuids: [type.uuid] }]
    const params = { uuid: event.uuid }
    await world.call(updateEvent, { ...as(owner), params, body: { settings: { gates } } })
    const list = (await world.call(admissionList, { ...scanner, params, query: {} })).body.data
    expect(list.event.gates).toEqual([{ name: 'צפון', ticket_types: [type.uuid] }])
    const twice = { gates: [gates[0], gates[0]].flatMap((gate) => gate ?? []) }
    const refused = await world.call(updateEvent, { ...as(owner), params, body: { settings: twice } })
    expect(refused.error?.detail).toEqual({ 'settings.gates': ['duplicate'] })
  })
})
