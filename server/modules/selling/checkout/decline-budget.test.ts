import { pay, reserve, updateOrder } from '@kartis/contract/public-orders.ts'
import { DECLINED_CARDS } from '@kartis/domain/limits.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { eventOnSale } from '../../../testing/events.ts'
import { type TestGateway, useTestGateway } from '../../../testing/gateway.ts'
import { deliverWebhook, holding } from '../../../testing/orders.ts'
import { newPhone, producer, signIn } from '../../../testing/people.ts'
import { type Caller, openWorld, type World } from '../../../testing/world.ts'

let world: World
let gateway: TestGateway

beforeAll(async () => {
  world = await openWorld({ env: { RATE_LIMITS: 'on', TRUST_PROXY: '1' } })
})
beforeEach(async () => {
  gateway = await useTestGateway(world)
})
afterAll(() => world.close())

const sale = async () => {
  const { event, type } = await eventOnSale(world, await producer(world), {
    type: { price: 100, sum_total_available: 999 },
  })
  return { event: event.uuid, type: type.uuid }
}

const from = (address: string): Caller => ({ headers: { 'x-forwarded-for': address } })

const order = async ({ event, type }: Awaited<ReturnType<typeof sale>>, caller: Caller) => {
  const items = [{ events_ticket_uuid: type, quantity: 1 }]
  const { data } = (await world.call(reserve, { ...caller, body: { event_uuid: event, items } })).body
  const body = { name: 'דנה כהן', phone: newPhone(), email: 'dana@example.co.il' }
  await world.call(updateOrder, { ...caller, ...holding(data), body })
  return data
}
type Order = Awaited<ReturnType<typeof order>>

const decline = async (uuid: string | undefined) => {
  gateway.decline(uuid ?? '')
  await deliverWebhook(world, { payment: uuid ?? '', ref: 'no' })
}

const tryCards = async (bought: Order, cards: number, caller: Caller) => {
  for (let card = 0; card < cards; card++) {
    const { body } = await world.call(pay, { ...caller, ...holding(bought) })
    await decline(body.data.payment?.uuid)
  }
}

describe('declined cards', () => {
  it('of one order are eight: a list of stolen ones is not tried out at it', async () => {
    const home = from('198.51.100.1')
    const bought = await order(await sale(), home)
    await tryCards(bought, DECLINED_CARDS.order, home)
    const refused = await world.call(pay, { ...home, ...holding(bought) })
    expect([refused.status, refused.error?.code]).toEqual([429, 'too_many_requests'])
    expect(refused.headers['retry-after']).toBe('600')
  })

  it('of one network stop its payments for ten minutes, but no others and no signed-in buyer', async () => {
    const offered = await sale()
    const stranger = from('198.51.100.2')
    for (let placed = 0; placed * DECLINED_CARDS.order <= DECLINED_CARDS.network.max; placed++) {
      const bought = await order(offered, stranger)
      const left = DECLINED_CARDS.network.max + 1 - placed * DECLINED_CARDS.order
      await tryCards(bought, Math.min(DECLINED_CARDS.order, left), stranger)
    }
    const next = await order(offered, stranger)
    expect((await world.call(pay, { ...stranger, ...holding(next) })).error?.code).toBe('too_many_requests')
    const elsewhere = from('198.51.100.3')
    expect((await world.call(pay, { ...elsewhere, ...holding(await order(offered, elsewhere)) })).status).toBe(200)
    const signedIn = { ...stranger, token: (await signIn(world, newPhone())).token }
    expect((await world.call(pay, { ...signedIn, ...holding(next) })).status).toBe(200)
    world.clock.advance(DECLINED_CARDS.network.seconds + 1)
    const later = await order(offered, stranger)
    expect((await world.call(pay, { ...stranger, ...holding(later) })).status).toBe(200)
  })
})
