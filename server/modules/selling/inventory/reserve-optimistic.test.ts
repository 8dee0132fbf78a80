import type { Cart } from '@kartis/domain/availability.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { inTransaction } from '../../../platform/database/db.ts'
import { eventOnSale, ticketTypeOf } from '../../../testing/events.ts'
import { balanceOf } from '../../../testing/orders.ts'
import { type Producer, producer } from '../../../testing/people.ts'
import { openWorld, type World } from '../../../testing/world.ts'
import { createSnapshotCache } from './snapshot-cache.ts'
import { lockStock } from './stock-queries.ts'
import { reserveOptimistic } from './reserve-optimistic.ts'

let world: World
let maker: Producer
beforeAll(async () => {
  world = await openWorld()
  maker = await producer(world)
})
afterAll(() => world.close())

/** Writes nothing of its own, and answers each cart with its place. */
const keeper = {
  records: (_sheet: unknown, _terms: unknown, asks: readonly Cart[]) => ({
    parts: sql`noted as (select whole from taken)`,
    told: sql`(select whole::text from noted)`,
    answers: (told: string) => asks.map((_, place) => `${told}:${place}`),
  }),
}

const remembered = async (eventId: string) => {
  const snapshots = createSnapshotCache()
  const rows = await inTransaction(world.db, async (tx) => (await lockStock(tx, eventId))())
  snapshots.keep(eventId, rows, new Map())
  return snapshots
}

const take = (snapshots: ReturnType<typeof createSnapshotCache>, eventId: string, ...carts: Record<string, number>[]) =>
  reserveOptimistic(
    { db: world.db, clock: world.clock.now, snapshots, keeper },
    eventId,
    carts.map((cart) => ({
      items: Object.entries(cart).map(([ticketTypeId, quantity]) => ({ ticketTypeId, quantity })),
    })),
  )

describe('a batch that goes by what was seen last', () => {
  it('takes for everybody while the event is as it was, batch after batch, down to the last ticket', async () => {
    const { event, type } = await eventOnSale(world, maker, { type: { sum_total_available: 6 } })
    const vip = await ticketTypeOf(world, maker, event, { name: 'VIP', sum_total_available: 2 })
    const snapshots = await remembered(event.uuid)
    expect(await take(snapshots, event.uuid, { [type.uuid]: 2 }, { [vip.uuid]: 1, [type.uuid]: 1 })).toEqual([
      '1:0',
      '1:1',
    ])
    expect(await take(snapshots, event.uuid, { [type.uuid]: 3, [vip.uuid]: 1 })).toEqual(['1:0'])
    expect(await balanceOf(world, type.uuid)).toMatchObject({ held: 6 })
    expect(await balanceOf(world, vip.uuid)).toMatchObject({ held: 2 })
    // Not for him to refuse: what was seen last may be old.
    expect(await take(snapshots, event.uuid, { [type.uuid]: 1 })).toBeUndefined()
  })

  it('writes nothing and leaves the decision to the careful way when somebody else took in between', async () => {
    const { event, type } = await eventOnSale(world, maker, { type: { sum_total_available: 6 } })
    const vip = await ticketTypeOf(world, maker, event, { name: 'VIP', sum_total_available: 9 })
    const snapshots = await remembered(event.uuid)
    await sql`update stock set sold = 5 where ticket_type_id = ${type.uuid}`.execute(world.db)
    expect(await take(snapshots, event.uuid, { [vip.uuid]: 1 }, { [type.uuid]: 2 })).toBeUndefined()
    expect(await balanceOf(world, vip.uuid)).toMatchObject({ held: 0 })
    expect(snapshots.of(event.uuid)).toBeUndefined()
  })

  const changes = {
    'the name': sql`update ticket_types set name = name || '!'`,
    'the price': sql`update ticket_types set price = price + 1`,
    'the kind': sql`update ticket_types set type = 'producer'`,
    'the limit': sql`update ticket_types set purchase_limit = 1`,
    'the first day': sql`update ticket_types set sale_starts_at = now() + interval '1 day'`,
    'the last day': sql`update ticket_types set sale_ends_at = now() - interval '1 day'`,
    'its archiving': sql`update ticket_types set archived_at = now()`,
    'the state of the event': sql`update events set status = 'draft'`,
    'the end of the event': sql`update events set ends_at = starts_at + interval '1 minute'`,
    'the limit of an order': sql`update events set settings = settings || '{"order_limit": 1}'`,
    'the limit of a phone': sql`update events set settings = settings || '{"limit_per_phone": true}'`,
  }
  it.each(Object.entries(changes))('notices a change of %s', async (_what, change) => {
    const { event, type } = await eventOnSale(world, maker)
    const snapshots = await remembered(event.uuid)
    await sql`${change} where id in (${event.uuid}, ${type.uuid})`.execute(world.db)
    expect(await take(snapshots, event.uuid, { [type.uuid]: 2 })).toBeUndefined()
    expect(await balanceOf(world, type.uuid)).toMatchObject({ held: 0 })
    expect(await take(await remembered(event.uuid), event.uuid, {})).toBeUndefined()
  })

  it('is not tried where coupons and phones have locks of their own', async () => {
    const { event, type } = await eventOnSale(world, maker)
    const snapshots = await remembered(event.uuid)
    const items = [{ ticketTypeId: type.uuid, quantity: 1 }]
    const engine = { db: world.db, clock: world.clock.now, snapshots, keeper }
    expect(await reserveOptimistic(engine, event.uuid, [{ items, coupon: 'A' }])).toBeUndefined()
    expect(snapshots.of(event.uuid)).toBeDefined()
  })

  it('remembers so many events and no more', async () => {
    const snapshots = createSnapshotCache(2)
    for (const id of ['a', 'b', 'c']) snapshots.keep(id, [], new Map())
    expect(['a', 'b', 'c'].map((id) => snapshots.of(id) !== undefined)).toEqual([false, true, true])
  })
})
