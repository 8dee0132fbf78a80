import { decideException, listExceptions } from '@kartis/contract/reconciliation.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { as, eventOnSale } from '../../../testing/events.ts'
import { addTestTerminal, openTestGateway, useTestGateway } from '../../../testing/gateway.ts'
import { type Producer, producer } from '../../../testing/people.ts'
import { boughtByCard } from '../../../testing/sales.ts'
import { openWorld, type World } from '../../../testing/world.ts'
import { readAllTerminals } from '../../payments/payments/index.ts'
import { lastDays, reconcileTerminal } from './reconcile.ts'

const DAY = 86_400_000

let world: World
let owner: Producer
beforeAll(async () => {
  world = await openWorld({ now: '2026-11-23T10:00:00Z' })
  await useTestGateway(world)
  owner = await producer(world)
})
afterAll(() => world.close())

describe('the differences of an account', () => {
  it('are those of its own terminals: listed, exported, explained by its finance, and nobody else’s', async () => {
    const seller = await producer(world)
    const own = openTestGateway(world.platform.clock)
    await addTestTerminal(world, own, { accountId: seller.account.uuid })
    const event = await eventOnSale(world, seller, { type: { price: 100 } })
    await boughtByCard(world, own, event)
    const [mine] = (await readAllTerminals(world.db)).filter(({ account_id: id }) => id === seller.account.uuid)
    if (!mine) throw new Error('no terminal of its own')
    const days = lastDays(new Date(world.clock.now().getTime() + DAY), 3)
    await reconcileTerminal(world.platform, world.payments.terminals, mine, days)
    const { data } = (await world.call(listExceptions, as(seller))).body
    expect(data).toMatchObject([
      {
        level: 'gateway',
        kind: 'ours_only',
        status: 'open',
        ours_amount: 100,
        theirs_amount: 0,
        event_name: event.event.name,
      },
    ])
    const uuid = data[0]?.uuid ?? ''
    const decide = (who: Producer, body: object) =>
      world.call(decideException, { ...as(who), params: { uuid }, body: body as { note?: string } })
    expect((await decide(owner, { owner: 'דנה' })).status).toBe(404)
    expect((await world.call(listExceptions, as(owner))).body.data).toEqual([])
    expect((await decide(seller, { status: 'explained' })).error?.detail).toEqual({ note: ['required'] })
    const explained = await decide(seller, { status: 'explained', note: 'נגבה במסוף אחר', owner: 'דנה' })
    expect(explained.body.data).toMatchObject({ status: 'explained', note: 'נגבה במסוף אחר', owner: 'דנה' })
    expect(explained.body.data.changed_by).toContain('נועה')
    expect((await decide(seller, { status: 'written_off', note: 'סגור' })).status).toBe(200)
    expect((await decide(seller, { status: 'fixed', note: 'שוב' })).error?.code).toBe('conflict')
    const open = await world.call(listExceptions, { ...as(seller), query: { filter: { status: 'open' } } })
    expect(open.body.meta.total).toBe(0)
    expect((await world.http('GET', '/api/v1/producer/exceptions/export', undefined, as(seller))).status).toBe(200)
  })
})
