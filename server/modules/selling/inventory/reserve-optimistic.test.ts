import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { inTransaction } from '../../../platform/database/db.ts'
import { newId } from '../../../platform/database/ids.ts'
import { eventOnSale, ticketTypeOf } from '../../../testing/events.ts'
import { balanceOf } from '../../../testing/orders.ts'
import { type Producer, producer } from '../../../testing/people.ts'
import { openWorld, type World } from '../../../testing/world.ts'
import type { AcceptedCarts, NumberedCart } from './reservation-writer.ts'
import { reserveOptimistic } from './reserve-optimistic.ts'
import { lockStock, type StockRow } from './stock-queries.ts'

let world: World
let owner: Producer
beforeAll(async () => {
  world = await openWorld()
  owner = await producer(world)
})
afterAll(() => world.close())

type Snapshots = Map<string, readonly StockRow[]>

/** The counters of an event as a batch before left them. */
const snapshotsOf = async (eventId: string): Promise<Snapshots> =>
  new Map([[eventId, await inTransaction(world.db, async (tx) => (await lockStock(tx, eventId))())]])

/** Writes no orders; each request's result is its index. */
const writer = {
  findRepeats: () => Promise.reject(new Error('not read')),
  lockTerms: () => Promise.reject(new Error('not read')),
  releaseExpired: () => Promise.reject(new Error('not read')),
  write:
    async (_tx: unknown, { requests }: AcceptedCarts<NumberedCart>) =>
    async () =>
      requests.map((_, index) => index),
}

const reserve = (snapshots: Snapshots, eventId: string, ...requests: NumberedCart[]) =>
  reserveOptimistic({ db: world.db, clock: world.clock.now, snapshots, writer }, eventId, requests)

const cart = (quantities: Record<string, number>): NumberedCart => ({
  id: newId(),
  items: Object.entries(quantities).map(([ticketTypeId, quantity]) => ({ ticketTypeId, quantity })),
})

describe('an optimistic batch', () => {
  it('the batch accepts everybody while the event is unchanged, down to the last ticket', async () => {
    const { event, type } = await eventOnSale(world, owner, { type: { sum_total_available: 6 } })
    const vip = await ticketTypeOf(world, owner, event, { name: 'VIP', sum_total_available: 2 })
    const snapshots = await snapshotsOf(event.uuid)
    const first = [cart({ [type.uuid]: 2 }), cart({ [vip.uuid]: 1, [type.uuid]: 1 })]
    expect(await reserve(snapshots, event.uuid, ...first)).toEqual([0, 1])
    expect(await reserve(snapshots, event.uuid, cart({ [type.uuid]: 3, [vip.uuid]: 1 }))).toEqual([0])
    expect(await balanceOf(world, type.uuid)).toMatchObject({ held: 6 })
    expect(await balanceOf(world, vip.uuid)).toMatchObject({ held: 2 })
  })

  it('the batch refuses nobody: a cart that does not fit the cached counters leaves the decision to the lock', async () => {
    const { event, type } = await eventOnSale(world, owner, { type: { sum_total_available: 1 } })
    const snapshots = await snapshotsOf(event.uuid)
    expect(await reserve(snapshots, event.uuid, cart({ [type.uuid]: 1 }), cart({ [type.uuid]: 1 }))).toBeUndefined()
    expect(await balanceOf(world, type.uuid)).toMatchObject({ held: 0 })
  })

  it('the batch writes nothing when another process took tickets meanwhile, and drops the cached counters', async () => {
    const { event, type } = await eventOnSale(world, owner, { type: { sum_total_available: 6 } })
    const vip = await ticketTypeOf(world, owner, event, { name: 'VIP', sum_total_available: 9 })
    const snapshots = await snapshotsOf(event.uuid)
    await sql`update stock set sold = 5 where ticket_type_id = ${type.uuid}`.execute(world.db)
    const requests = [cart({ [vip.uuid]: 1 }), cart({ [type.uuid]: 2 })]
    expect(await reserve(snapshots, event.uuid, ...requests)).toBeUndefined()
    expect(await balanceOf(world, vip.uuid)).toMatchObject({ held: 0 })
    expect(snapshots.has(event.uuid)).toBe(false)
  })

  it('the batch accepts on stale counters as long as enough is left', async () => {
    const { event, type } = await eventOnSale(world, owner, { type: { sum_total_available: 6 } })
    const snapshots = await snapshotsOf(event.uuid)
    await sql`update stock set sold = 4 where ticket_type_id = ${type.uuid}`.execute(world.db)
    expect(await reserve(snapshots, event.uuid, cart({ [type.uuid]: 2 }))).toEqual([0])
    expect(await balanceOf(world, type.uuid)).toMatchObject({ held: 2, sold: 4 })
  })

  const changes = {
    'the name': sql`update ticket_types set name = name || '!'`,
    'the price': sql`update ticket_types set price = price + 1`,
    'the kind': sql`update ticket_types set type = 'producer'`,
    'the purchase limit': sql`update ticket_types set purchase_limit = 1`,
    'the start of the sale': sql`update ticket_types set sale_starts_at = now() + interval '1 day'`,
    'the end of the sale': sql`update ticket_types set sale_ends_at = now() - interval '1 day'`,
    'the archiving of the type': sql`update ticket_types set archived_at = now()`,
    'the state of the event': sql`update events set status = 'draft'`,
    'the end of the event': sql`update events set ends_at = starts_at + interval '1 minute'`,
    'the order limit': sql`update events set settings = settings || '{"order_limit": 1}'`,
    'the limit per phone': sql`update events set settings = settings || '{"limit_per_phone": true}'`,
    'the need of a verified phone': sql`update events set settings = settings || '{"verify_before_hold": true}'`,
  }
  it.each(Object.entries(changes))('the batch writes nothing after a change of %s', async (_what, change) => {
    const { event, type } = await eventOnSale(world, owner)
    const snapshots = await snapshotsOf(event.uuid)
    await sql`${change} where id in (${event.uuid}, ${type.uuid})`.execute(world.db)
    expect(await reserve(snapshots, event.uuid, cart({ [type.uuid]: 2 }))).toBeUndefined()
    expect(await balanceOf(world, type.uuid)).toMatchObject({ held: 0 })
  })

  it('the batch is not tried when a cart has a coupon, and keeps the cached counters', async () => {
    const { event, type } = await eventOnSale(world, owner)
    const snapshots = await snapshotsOf(event.uuid)
    const withCoupon = { ...cart({ [type.uuid]: 1 }), coupon: 'A' }
    expect(await reserve(snapshots, event.uuid, withCoupon)).toBeUndefined()
    expect(snapshots.has(event.uuid)).toBe(true)
  })
})
