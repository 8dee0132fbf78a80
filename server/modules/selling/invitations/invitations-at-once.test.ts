import { type Invitation, sendInvitation } from '@kartis/contract/invitations.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { as, eventOnSale, ticketTypeOf } from '../../../testing/events.ts'
import { balanceOf, requestReservation } from '../../../testing/orders.ts'
import { newPhone, type Producer, producer } from '../../../testing/people.ts'
import { openWorld, type World } from '../../../testing/world.ts'

let world: World
let owner: Producer

beforeAll(async () => {
  world = await openWorld()
  owner = await producer(world)
})
afterAll(() => world.close())

const LETTERS = 'אבגדהוזחטי'
const nameOf = (place: number): string => `אורח ${LETTERS[place % 10] ?? ''}${LETTERS[Math.floor(place / 10)] ?? ''}`

const invite = (event: { uuid: string }, cart: Readonly<Record<string, number>>, place: number) =>
  world.call(sendInvitation, {
    ...as(owner),
    params: { uuid: event.uuid },
    body: {
      recipient: { name: nameOf(place), phone: newPhone() },
      items: Object.entries(cart).map(([events_ticket_uuid, quantity]) => ({ events_ticket_uuid, quantity })),
    },
  })

it('guests invited at once each get their own tickets, and one message each', async () => {
  const { event, type } = await eventOnSale(world, owner, { type: { price: 149, sum_total_available: 200 } })
  const other = await ticketTypeOf(world, owner, event, { name: 'אחר', price: 90, sum_total_available: 200 })
  const replies = await Promise.all(
    Array.from({ length: 40 }, (_, place) =>
      invite(event, { [type.uuid]: 1 + (place % 2), ...(place % 3 === 0 && { [other.uuid]: 1 }) }, place),
    ),
  )
  const invitations = replies.map(({ body }) => body.data as Invitation)
  expect(replies.map(({ status, error }) => error ?? status)).toEqual(replies.map(() => 201))
  expect(invitations.map(({ recipient }) => recipient.name)).toEqual(replies.map((_, place) => nameOf(place)))
  expect(invitations.map(({ tickets_count }) => tickets_count)).toEqual(
    replies.map((_, place) => 1 + (place % 2) + (place % 3 === 0 ? 1 : 0)),
  )
  expect(new Set(invitations.map(({ order_number }) => order_number)).size).toBe(40)
  expect(new Set(invitations.flatMap(({ tickets }) => tickets?.map(({ code }) => code) ?? [])).size).toBe(60 + 14)
  expect(await balanceOf(world, type.uuid)).toMatchObject({ held: 0, sold: 60, tickets: 60 })
  expect(await balanceOf(world, other.uuid)).toMatchObject({ held: 0, sold: 14, tickets: 14 })
  await world.handleEvents()
  const { rows } = await sql<{ to: string; orders: number; history: string[] }>`
    select m."to", count(*)::int as orders, array_agg(h.kind) as history
    from messages m join orders o on o.id = m.order_id and o.buyer_phone = m."to"
    join order_history h on h.event_id = o.event_id and h.order_id = o.id
    where m.event_id = ${event.uuid} group by 1 order by 1`.execute(world.db)
  expect(rows.map(({ orders, history }) => [orders, history])).toEqual(rows.map(() => [1, ['invited']]))
  expect(rows).toHaveLength(40)
})

it('guests invited at once beside buyers get no more than there is, and the first ones get it', async () => {
  const { event, type } = await eventOnSale(world, owner, { type: { price: 149, sum_total_available: 25 } })
  const [guests, buyers] = await Promise.all([
    Promise.all(Array.from({ length: 30 }, (_, place) => invite(event, { [type.uuid]: 1 }, place))),
    Promise.all(Array.from({ length: 10 }, () => requestReservation(world, event.uuid, { [type.uuid]: 1 }))),
  ])
  const taken = [...guests, ...buyers].filter(({ status }) => status === 201)
  const refused = [...guests, ...buyers].filter(({ error }) => error?.code === 'sold_out')
  expect(taken).toHaveLength(25)
  expect(refused).toHaveLength(15)
  const balance = await balanceOf(world, type.uuid)
  expect(balance.held + balance.sold).toBe(25)
  expect(balance).toMatchObject({ held: balance.inHolds, sold: balance.tickets })
})
