import { cancelMyOrder } from '@kartis/contract/customer-orders.ts'
import { cancelOrder, showOrder } from '@kartis/contract/orders.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { nth, scan, scannerOf, soldEventOf } from '../../../testing/check-in.ts'
import { as, eventOnSale } from '../../../testing/events.ts'
import { freeOrder } from '../../../testing/orders.ts'
import { type Producer, producer, signIn, type SignedIn } from '../../../testing/people.ts'
import { openWorld, type World } from '../../../testing/world.ts'

const ROUNDS = 12

let world: World
let owner: Producer
let scanner: { readonly token: string; readonly account: string }

beforeAll(async () => {
  world = await openWorld({ now: '2026-11-20T10:00:00Z' })
  owner = await producer(world)
  scanner = { token: (await scannerOf(world, owner)).token, account: owner.account.uuid }
})
afterAll(() => world.close())

interface Sold {
  readonly event: { readonly uuid: string }
  readonly order: string
  readonly code: string
}

const soldTo = async (buyer: SignedIn): Promise<Sold> => {
  // Far enough for the lawful cancellation.
  const { event, type } = await eventOnSale(world, owner, { type: { price: 0 } })
  const order = await freeOrder(world, event.uuid, { [type.uuid]: 1 }, buyer.phone)
  return { event, order: order.uuid, code: order.tickets[0]?.code ?? '' }
}

const ticketOf = async (order: string) => {
  const { data } = (
    await world.call(showOrder, { ...as(owner), params: { uuid: order }, query: { with: ['tickets'] } })
  ).body
  const ticket = data.tickets?.[0]
  if (!ticket) throw new Error('no ticket')
  return ticket
}

/** An entry and a cancellation at the same moment, either of them first, again and again. */
const race = async (
  soldTicket: () => Promise<Sold>,
  cancel: (order: string) => Promise<{ readonly status: number }>,
) => {
  const outcomes: { readonly entered: boolean; readonly cancelled: boolean }[] = []
  for (let round = 0; round < ROUNDS; round++) {
    const { event, order, code } = await soldTicket()
    const enter = () => scan(world, scanner, event, code)
    const [first, second] = await Promise.all(round % 2 === 0 ? [enter(), cancel(order)] : [cancel(order), enter()])
    const [entry, end] = round % 2 === 0 ? [first, second] : [second, first]
    const ticket = await ticketOf(order)
    expect(ticket.redeemed_at !== null).toBe(entry.status === 200)
    expect(ticket.status === 'cancelled').toBe(end.status === 200)
    outcomes.push({ entered: entry.status === 200, cancelled: end.status === 200 })
  }
  return outcomes
}

describe('an entry and a cancellation at the same moment', () => {
  it('never both succeed where the buyer cancels', async () => {
    const buyer = await signIn(world)
    const outcomes = await race(
      () => soldTo(buyer),
      (order) => world.call(cancelMyOrder, { token: buyer.token, params: { uuid: order }, body: { reason: '' } }),
    )
    expect(outcomes.every(({ entered, cancelled }) => entered !== cancelled)).toBe(true)
  })

  it('never both succeed where the producer has read that nobody had entered', async () => {
    const buyer = await signIn(world)
    const outcomes = await race(
      () => soldTo(buyer),
      (order) =>
        world.call(cancelOrder, { ...as(owner), params: { uuid: order }, body: { refund: false, entered: 0 } }),
    )
    expect(outcomes.every(({ entered, cancelled }) => entered !== cancelled)).toBe(true)
  })

  it('may both succeed where the producer cancels whatever has happened: the entry is then the first', async () => {
    const buyer = await signIn(world)
    const outcomes = await race(
      () => soldTo(buyer),
      (order) => world.call(cancelOrder, { ...as(owner), params: { uuid: order }, body: { refund: false } }),
    )
    expect(outcomes.every(({ cancelled }) => cancelled)).toBe(true)
  })
})

describe('a producer who has read that some had entered', () => {
  it('cancels them, and is refused where more have by now, with how many', async () => {
    const sold = await soldEventOf(world, owner, 3)
    const cancel = (entered: number) =>
      world.call(cancelOrder, { ...as(owner), params: { uuid: sold.order }, body: { refund: false, entered } })
    await scan(world, scanner, sold.event, nth(sold, 0).code)
    await scan(world, scanner, sold.event, nth(sold, 1).code)
    const refused = await cancel(1)
    expect(refused.error).toMatchObject({ code: 'order_state', detail: { redeemed: 2, reason: 'entered_meanwhile' } })
    expect((await cancel(2)).status).toBe(200)
  })
})
