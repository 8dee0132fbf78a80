import { listEventSeats, updateEventSeats } from '@kartis/contract/event-seating.ts'
import { showEvent } from '@kartis/contract/events.ts'
import { sendInvitation } from '@kartis/contract/invitations.ts'
import { exportSeatReport, listSeatReport } from '@kartis/contract/seat-report.ts'
import { hallOf } from '@kartis/seat-map/testing/documents.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { as } from '../../../testing/events.ts'
import { type TestGateway, useTestGateway } from '../../../testing/gateway.ts'
import { atGateway, deliverWebhook, withDetails } from '../../../testing/orders.ts'
import { newPhone, type Producer, producer } from '../../../testing/people.ts'
import { requestItems, type SeatedEvent, seatedEvent } from '../../../testing/seats.ts'
import { openWorld, type World } from '../../../testing/world.ts'
import type { SeatPart } from './seat-report-queries.ts'
import { sheetOf } from '../../../testing/xlsx.ts'

/** Ten places of category a, and a standing area of category b for 40. */
const AREA = { id: 'p', section: 's', name: 'עמידה', outline: [], capacity: 40, category: 'b' }

let world: World
let gateway: TestGateway
let owner: Producer
let hall: SeatedEvent

const bought = async (items: Parameters<typeof requestItems>[2]): Promise<void> => {
  const order = await withDetails(world, (await requestItems(world, hall.event.uuid, items)).body.data)
  const payment = await atGateway(world, order)
  gateway.charge(payment, Math.round(order.total_amount * 100))
  await deliverWebhook(world, { payment })
}

beforeAll(async () => {
  world = await openWorld()
  gateway = await useTestGateway(world)
  owner = await producer(world)
  hall = await seatedEvent(world, owner, { document: hallOf([{}], { areas: [AREA] }), otherQuota: 40 })
  await bought([
    { events_ticket_uuid: hall.type.uuid, quantity: 2, seat_uuids: [hall.seat(0), hall.seat(1)] },
    { events_ticket_uuid: hall.other.uuid, quantity: 3 },
  ])
  const items = [{ events_ticket_uuid: hall.type.uuid, quantity: 1, seat_uuids: [hall.seat(4)] }]
  const recipient = { name: 'דנה כהן', phone: newPhone() }
  await world.call(sendInvitation, { ...as(owner), params: { uuid: hall.event.uuid }, body: { recipient, items } })
  await requestItems(world, hall.event.uuid, [
    { events_ticket_uuid: hall.type.uuid, quantity: 1, seat_uuids: [hall.seat(6)] },
    { events_ticket_uuid: hall.other.uuid, quantity: 2 },
  ])
  await world.call(updateEventSeats, {
    ...as(owner),
    params: { uuid: hall.event.uuid },
    body: { seat_uuids: [hall.seat(8)], for_sale: false },
  })
  for (const [seat, channel] of [
    [7, 'house'],
    [9, 'box_office'],
  ] as const)
    await world.call(updateEventSeats, {
      ...as(owner),
      params: { uuid: hall.event.uuid },
      body: { seat_uuids: [hall.seat(seat)], channel },
    })
})
afterAll(() => world.close())

const report = async (by?: SeatPart, who = owner) =>
  world.call(listSeatReport, {
    ...as(who),
    params: { uuid: hall.event.uuid },
    query: (by ? { filter: { by } } : {}) as never,
  })

const ALLOTTED = { allotted: 2, ['house']: 1, invitations: 0, box_office: 1, rows: null }
const NO_ALLOTTED = { allotted: 0, ['house']: 0, invitations: 0, box_office: 0, rows: null }
const SEATS = { kind: 'seats', total: 10, sold: 2, invited: 1, held: 1, free: 3, ...ALLOTTED, blocked: 1 }
const STANDING = { kind: 'area', total: 40, sold: 3, invited: 0, held: 2, free: 35, ...NO_ALLOTTED, blocked: 0 }

it('each section says what was sold, held, free and blocked of it, standing areas after the seats', async () => {
  const { data, meta } = (await report()).body
  expect(data).toEqual([
    { name: 'אולם', ...SEATS, sum_total_amount: 200 },
    { name: 'כסף', ...STANDING, sum_total_amount: 300 },
  ])
  expect(meta.total).toBe(2)
})

it('each category says the same of its places', async () => {
  const { data } = (await report('category')).body
  expect(data.map(({ name, sold, sum_total_amount: sum }) => [name, sold, sum])).toEqual([
    ['זהב', 2, 200],
    ['כסף', 3, 300],
  ])
})

it('each five rows of a section say the same, named by their first and last one', async () => {
  const rows = Array.from({ length: 7 }, () => ({}))
  const large = await seatedEvent(world, owner, { document: hallOf(rows, { areas: [AREA] }), price: 0 })
  const order = await requestItems(world, large.event.uuid, [
    { events_ticket_uuid: large.type.uuid, quantity: 2, seat_uuids: [large.seat(0), large.seat(60)] },
  ])
  expect(order.status).toBe(201)
  const { data, meta } = (
    await world.call(listSeatReport, {
      ...as(owner),
      params: { uuid: large.event.uuid },
      query: { filter: { by: 'rows' } },
    })
  ).body
  const labels = (
    await world.call(listEventSeats, { ...as(owner), params: { uuid: large.event.uuid }, query: { per_page: 100 } })
  ).body.data
  const label = (index: number): string => labels[index * 10]?.row ?? ''
  expect(data.map(({ name, rows: of, total, held }) => [name, of, total, held])).toEqual([
    ['אולם', { first: label(0), last: label(4) }, 50, 1],
    ['אולם', { first: label(5), last: label(6) }, 20, 1],
    ['כסף', null, 40, 0],
  ])
  expect(meta.total).toBe(3)
})

it('its sums are the revenue of the event, and its spreadsheet has its rows', async () => {
  const query = { append: ['statistics'] as ['statistics'] }
  const { data: event } = (await world.call(showEvent, { ...as(owner), params: { uuid: hall.event.uuid }, query })).body
  const rows = (await report()).body.data
  const total = rows.reduce((sum, row) => sum + row.sum_total_amount, 0)
  expect(total + (event.statistics?.orders.retained_amount ?? 0)).toBe(event.statistics?.orders.sum_total_amount)
  const sheet = sheetOf((await world.call(exportSeatReport, { ...as(owner), params: { uuid: hall.event.uuid } })).bytes)
  for (const amount of ['200', '300']) expect(sheet).toContain(`<v>${amount}</v>`)
})

it('another account does not find it', async () => {
  expect((await report('section', await producer(world))).status).toBe(404)
})
