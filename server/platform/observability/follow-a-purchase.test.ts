import { cancelOrder } from '@kartis/contract/orders.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { as, eventOnSale } from '../../testing/events.ts'
import { type TestGateway, useTestGateway } from '../../testing/gateway.ts'
import { type Producer, producer } from '../../testing/people.ts'
import { boughtByCard } from '../../testing/sales.ts'
import { openWorld, type World } from '../../testing/world.ts'

type Line = Readonly<Record<string, unknown>>

const lines: Line[] = []
let world: World
let owner: Producer
let gateway: TestGateway
beforeAll(async () => {
  const write = (text: string): void => void lines.push(JSON.parse(text) as Line)
  world = await openWorld({ env: { LOG_LEVEL: 'info' }, logTo: { write } })
  gateway = await useTestGateway(world)
  owner = await producer(world)
})
afterAll(() => world.close())

describe('the lines of the log', () => {
  it('with the id of an order tell its purchase from the reservation to the messages, and who cancelled it', async () => {
    const sale = await eventOnSale(world, owner, { type: { price: 100 } })
    lines.length = 0
    const { uuid, token } = await boughtByCard(world, gateway, sale, { phone: '+972521234567' })
    await world.handleEvents()
    await world.platform.jobs.drain()
    await world.call(cancelOrder, { ...as(owner), params: { uuid }, body: { refund: true } })
    const ours = lines.filter((line) => JSON.stringify(line).includes(uuid))
    const steps = ours.map(({ msg, method, path, template }) =>
      [msg, method, typeof path === 'string' ? path.replace(uuid, ':uuid') : undefined, template]
        .filter(Boolean)
        .join(' '),
    )
    expect(steps).toEqual([
      'request completed POST /api/v1/public/orders',
      'request completed PATCH /api/v1/public/orders/:uuid',
      'request completed POST /api/v1/public/orders/:uuid/payment',
      'payment settled',
      'message sent tickets_ready',
      'message sent tickets_ready',
      'request completed POST /api/v1/producer/orders/:uuid/cancel',
    ])
    const requests = ours.filter(({ msg }) => msg === 'request completed')
    expect(new Set(requests.map(({ reqId }) => reqId)).size).toBe(requests.length)
    expect(requests.at(-1)).toMatchObject({ user: owner.user.id, account: owner.account.uuid })
    expect(requests[1]).toMatchObject({ order: uuid })
    for (const secret of [token, '+972521234567', '0521234567', owner.token])
      expect(JSON.stringify(lines)).not.toContain(secret)
  })
})
