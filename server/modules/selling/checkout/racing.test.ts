import * as fc from 'fast-check'
import type { Reservation } from '@kartis/contract/public-orders.ts'
import { isRefusal, type Refusal } from '@kartis/domain/refusal.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { eventOnSale, ticketTypeOf } from '../../../testing/events.ts'
import { balanceOf } from '../../../testing/orders.ts'
import { type Producer, producer } from '../../../testing/people.ts'
import { openWorld, type World } from '../../../testing/world.ts'
import { inTransaction } from '../../../platform/database/db.ts'
import { sellDirect, ticketStock } from '../inventory/index.ts'
import { expireOrders } from './expire-orders.ts'
import { createReservations, type Reservations } from './reserve.ts'
import { releaseOrder } from './release-order.ts'

let world: World
let owner: Producer
/** A second process on the same database: own pool, own queues. */
let second: World
let processes: readonly Reservations[]

beforeAll(async () => {
  world = await openWorld()
  owner = await producer(world)
  second = await openWorld({ beside: world })
  processes = [world, second].map(({ platform }) => createReservations(platform))
})
afterAll(async () => {
  await second.close()
  await world.close()
})

const anonymous = { userId: null, lang: 'he', origin: { network: null, device: null }, idempotencyKey: undefined }

/** Reserves a cart, ticket type to quantity, in the first or second process. */
const reserve = async (
  process: number,
  event_uuid: string,
  cart: Record<string, number>,
): Promise<Reservation | Refusal> => {
  const answer = await processes[process]?.reserve(
    {
      event_uuid,
      items: Object.entries(cart).map(([events_ticket_uuid, quantity]) => ({ events_ticket_uuid, quantity })),
    },
    anonymous,
  )
  if (!answer) throw new Error(`there is no process ${process}`)
  return answer
}
const isHeld = (answer: Reservation | Refusal): answer is Reservation => !isRefusal(answer)

describe('reservations of hundreds of buyers at once', () => {
  it('two processes on one database reserve exactly the tickets there are', async () => {
    const { event, type } = await eventOnSale(world, owner, { type: { sum_total_available: 100 } })
    const answers = await Promise.all(
      Array.from({ length: 400 }, (_, place) => reserve(place % 2, event.uuid, { [type.uuid]: 1 })),
    )
    const held = answers.filter(isHeld)
    expect(held).toHaveLength(100)
    expect(new Set(held.map(({ uuid }) => uuid)).size).toBe(100)
    expect(new Set(held.map(({ number }) => number)).size).toBe(100)
    const refused = answers.filter(isRefusal)
    expect(new Set(refused.map(({ refusal }) => refusal))).toEqual(new Set(['sold_out']))
    expect(await balanceOf(world, type.uuid)).toMatchObject({ total: 100, held: 100, inHolds: 100 })
  })

  it('carts are decided in order of arrival', async () => {
    const { event, type } = await eventOnSale(world, owner, { type: { sum_total_available: 7 } })
    const answers = await Promise.all(Array.from({ length: 12 }, () => reserve(0, event.uuid, { [type.uuid]: 1 })))
    expect(answers.map(isHeld)).toEqual([...Array(7).fill(true), ...Array(5).fill(false)])
  })

  it('mixed carts never deadlock, whatever the order of their lines', async () => {
    const { event, type } = await eventOnSale(world, owner, { type: { sum_total_available: 60 } })
    const vip = await ticketTypeOf(world, owner, event, { name: 'VIP', sum_total_available: 60 })
    const answers = await Promise.all(
      Array.from({ length: 200 }, (_, place) =>
        reserve(
          place % 2,
          event.uuid,
          place % 3 === 0 ? { [type.uuid]: 1, [vip.uuid]: 2 } : { [vip.uuid]: 1, [type.uuid]: 1 },
        ),
      ),
    )
    const held = answers.filter(isHeld)
    const quantities = (id: string) =>
      held
        .flatMap(({ items }) => items)
        .reduce((all, item) => all + (item.events_ticket_uuid === id ? item.quantity : 0), 0)
    expect(await balanceOf(world, type.uuid)).toMatchObject({ held: quantities(type.uuid) })
    expect(await balanceOf(world, vip.uuid)).toMatchObject({ held: quantities(vip.uuid) })
    expect(Math.max(quantities(type.uuid), quantities(vip.uuid))).toBeGreaterThanOrEqual(58)
  })

  it('reservations of one event do not wait for the rush of another', async () => {
    const rush = await eventOnSale(world, owner, { type: { sum_total_available: 5 } })
    const calm = await eventOnSale(world, owner, { type: { sum_total_available: 5 } })
    let free = (): void => {}
    const blocked = new Promise<void>((resolve) => (free = resolve))
    const lock = inTransaction(world.db, async (tx) => {
      await tx.selectFrom('stock').select('total').where('event_id', '=', rush.event.uuid).forUpdate().execute()
      await blocked
    })
    const waiting = reserve(0, rush.event.uuid, { [rush.type.uuid]: 1 })
    expect(isHeld(await reserve(0, calm.event.uuid, { [calm.type.uuid]: 1 }))).toBe(true)
    free()
    await lock
    expect(isHeld(await waiting)).toBe(true)
  })
})

describe('the total of a ticket type', () => {
  it('the total cannot be set below what is held and sold, even in the middle of a rush', async () => {
    const { event, type } = await eventOnSale(world, owner, { type: { sum_total_available: 80 } })
    const setTotal = (total: number) =>
      inTransaction(world.db, (tx) => ticketStock.setTotal(tx, event.uuid, type.uuid, total))
    const [answers, refusals] = await Promise.all([
      Promise.all(Array.from({ length: 120 }, () => reserve(1, event.uuid, { [type.uuid]: 1 }))),
      Promise.all([70, 50, 40, 60, 30].map(setTotal)),
    ])
    const balance = await balanceOf(world, type.uuid)
    expect(balance.held).toBe(answers.filter(isHeld).length)
    expect(balance.held).toBeLessThanOrEqual(balance.total)
    expect(refusals.every((refusal) => refusal === undefined || refusal.refusal === 'quantity_below_sold')).toBe(true)
    expect(await setTotal(balance.held - 1)).toMatchObject({ refusal: 'quantity_below_sold' })
  })
})

type Step =
  | { kind: 'reserve'; process: 0 | 1; a: number; b: number }
  | { kind: 'release'; which: number }
  | { kind: 'sell'; a: number; b: number }
  | { kind: 'wait'; seconds: number }
  | { kind: 'sweep' }

const quantity = fc.integer({ min: 0, max: 6 })
const anyStep: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      kind: fc.constant('reserve' as const),
      process: fc.constantFrom(0 as const, 1 as const),
      a: quantity,
      b: quantity,
    }),
  },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('release' as const), which: fc.nat(50) }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('sell' as const), a: quantity, b: quantity }) },
  {
    weight: 1,
    arbitrary: fc.record({ kind: fc.constant('wait' as const), seconds: fc.integer({ min: 1, max: 700 }) }),
  },
  { weight: 1, arbitrary: fc.constant({ kind: 'sweep' as const }) },
)

describe('the counters of a ticket type', () => {
  it('held equals the lines of open orders and nothing is oversold, whatever buyers, producers and time do', async () => {
    let events = 0
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.array(anyStep, { minLength: 1, maxLength: 12 }), { minLength: 1, maxLength: 5 }),
        async (waves) => {
          owner = await producer(world)
          const { event, type } = await eventOnSale(world, owner, { type: { sum_total_available: 20 } })
          const other = await ticketTypeOf(world, owner, event, { name: 'ב', sum_total_available: 12 })
          events += 1
          const orders: Reservation[] = []
          let soldA = 0
          let soldB = 0
          const cart = (a: number, b: number) => ({ ...(a && { [type.uuid]: a }), ...(b && { [other.uuid]: b }) })
          const act = async (step: Step): Promise<void> => {
            if (step.kind === 'wait') return world.clock.advance(step.seconds)
            if (step.kind === 'sweep') return expireOrders(world.platform, world.payments)
            if (step.kind === 'reserve') {
              const answer = await reserve(step.process, event.uuid, cart(step.a, step.b))
              if (isHeld(answer)) orders.push(answer)
              return undefined
            }
            if (step.kind === 'release') {
              const order = orders[step.which % Math.max(1, orders.length)]
              if (order)
                await releaseOrder(second.platform, { eventId: event.uuid, orderId: order.uuid }, world.clock.now())
              return undefined
            }
            const changes = Object.entries(cart(step.a, step.b)).map(([typeId, quantity]) => ({ typeId, quantity }))
            const refused = await inTransaction(world.db, (tx) => sellDirect(tx, event.uuid, changes))
            if (refused || changes.length === 0) return undefined
            soldA += step.a
            soldB += step.b
            return undefined
          }
          for (const wave of waves) {
            await Promise.all(wave.map(act))
            for (const [id, sold] of [
              [type.uuid, soldA],
              [other.uuid, soldB],
            ] as const) {
              const balance = await balanceOf(world, id)
              expect(balance.held).toBe(balance.inHolds)
              expect(balance.sold).toBe(sold)
              expect(balance.held + balance.sold).toBeLessThanOrEqual(balance.total)
            }
          }
        },
      ),
      { numRuns: 25 },
    )
    expect(events).toBeGreaterThanOrEqual(25)
    await Promise.all(processes.map((process) => process.idle()))
  }, 60_000)
})
