import { pauseRefundRun, resumeRefundRun, type RefundRun } from '@kartis/contract/refund-runs.ts'
import { publishEvent } from '@kartis/contract/events.ts'
import { REFUND_RUN } from '@kartis/domain/limits.ts'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { as, eventOnSale } from '../../../testing/events.ts'
import { type TestGateway, useTestGateway } from '../../../testing/gateway.ts'
import { type Producer, producer } from '../../../testing/people.ts'
import { approvedRun, itemsOfRun, shownRun, stepOfRun, workOnRuns } from '../../../testing/refund-runs.ts'
import { boughtByCard } from '../../../testing/sales.ts'
import { openWorld, type World } from '../../../testing/world.ts'

let world: World
let owner: Producer
let gateway: TestGateway

beforeAll(async () => {
  world = await openWorld()
  gateway = await useTestGateway(world)
  owner = await producer(world)
})
afterAll(() => world.close())

/** An approved run over a number of card orders of one event. */
const runOver = async (orders: number, price: number): Promise<RefundRun> => {
  const sale = await eventOnSale(world, owner, { type: { price, sum_total_available: 1000 } })
  for (let n = 0; n < orders; n++) await boughtByCard(world, gateway, sale)
  return approvedRun(world, owner, sale.event)
}

const statesOf = async (run: RefundRun): Promise<string[]> =>
  [...(await itemsOfRun(world, owner, run)).values()].map(({ state }) => state)

const refundedTo = (agorot: number) => gateway.refunds.filter(({ amount }) => amount === agorot)

describe('a run at a terminal without money', () => {
  it('waits, begins no other refund, and refunds each order once when the terminal has money again', async () => {
    const run = await runOver(2, 151)
    gateway.noFunds = true
    await workOnRuns(world)
    await stepOfRun(world, run)
    expect(await statesOf(run)).toEqual(['waiting_funds', 'waiting_funds'])
    const later = await runOver(1, 157)
    expect((await shownRun(world, owner, run)).state).toBe('running')
    gateway.noFunds = false
    for (let round = 0; round < 5; round++) {
      await world.platform.jobs.drain({ later: true, names: ['payments.refund'] })
      await world.handleEvents()
      await workOnRuns(world)
    }
    expect(await statesOf(run)).toEqual(['done', 'done'])
    expect(await statesOf(later)).toEqual(['done'])
    expect([refundedTo(151_00).length, refundedTo(157_00).length]).toEqual([2, 1])
  })
})

describe('a run whose event goes on sale again when some of its orders are refunded', () => {
  it('stops there: what was refunded stays so, and the others keep their tickets', async () => {
    const run = await runOver(REFUND_RUN.inFlight + 2, 179)
    await world.platform.jobs.drain({ names: ['refund_runs.step', 'refund_runs.order'] })
    const params = { uuid: run.event_uuid }
    expect((await world.call(publishEvent, { ...as(owner), params })).status).toBe(200)
    await stepOfRun(world, run)
    await stepOfRun(world, run)
    expect(await shownRun(world, owner, run)).toMatchObject({ state: 'paused', pause_reason: 'event_published' })
    const states = sql<{ state: string; n: number }>`
      select state, count(*)::int as n from refund_run_items where run_id = ${run.uuid} group by 1 order by 1`
    expect((await states.execute(world.db)).rows).toEqual([
      { state: 'done', n: REFUND_RUN.inFlight },
      { state: 'queued', n: 2 },
    ])
    expect(refundedTo(179_00)).toHaveLength(REFUND_RUN.inFlight)
    const valid = sql`select from tickets where event_id = ${run.event_uuid} and status = 'valid'`
    expect((await valid.execute(world.db)).rows).toHaveLength(2)
  })
})

describe('a run whose process loses its database at random', () => {
  /** Ends half of the server's connections, and one at least, as a killed process does. */
  const cut = async (): Promise<number> => {
    const ended = await sql<{ n: number }>`
      with others as (select pid from pg_stat_activity
        where datname = current_database() and pid <> pg_backend_pid() and backend_type = 'client backend')
      select count(pg_terminate_backend(pid))::int as n
      from (select pid from others order by random() limit (select greatest(1, count(*) / 2) from others)) half`
      .execute(world.db)
      .catch(() => undefined)
    return ended?.rows[0]?.n ?? 0
  }

  const round = async (): Promise<void> => {
    await world.platform.jobs.drain({
      later: true,
      names: ['refund_runs.step', 'refund_runs.order', 'refund_runs.notify', 'payments.refund'],
    })
    await world.handleEvents()
  }

  it('goes on where it stopped: every order is refunded, and none twice', async () => {
    const run = await runOver(16, 163)
    let cuts = 0
    for (let n = 0; n < 12; n++) {
      const cutting = sleep(20 + 40 * n).then(cut)
      await round().catch(() => undefined)
      cuts += await cutting
    }
    for (let n = 0; n < 20 && (await shownRun(world, owner, run)).state !== 'finished'; n++) {
      await stepOfRun(world, run)
      await round()
    }
    expect(cuts).toBeGreaterThan(0)
    expect(await statesOf(run)).toEqual(Array.from({ length: 16 }, () => 'done'))
    const made = refundedTo(163_00)
    expect(made).toHaveLength(16)
    expect(new Set(made.map(({ paymentId }) => paymentId)).size).toBe(16)
  })
})

describe('a run that is paused while its refunds are sent', () => {
  it('begins none later than five seconds after it, and each is made once when it goes on', async () => {
    const run = await runOver(24, 173)
    const over = new AbortController()
    const worker = (async () => {
      while (!over.signal.aborted) {
        await workOnRuns(world).catch(() => undefined)
        await sleep(20)
      }
    })()
    const made = (): number => refundedTo(173_00).length
    await expect.poll(made, { timeout: 20_000, interval: 2 }).toBeGreaterThan(0)
    const params = { uuid: run.uuid }
    const paused = await world.call(pauseRefundRun, { ...as(owner), params })
    expect(paused.body.data.state).toBe('paused')
    await sleep(5000)
    const after = made()
    await sleep(2000)
    expect(made()).toBe(after)
    expect((await shownRun(world, owner, run)).state).toBe('paused')
    expect((await world.call(resumeRefundRun, { ...as(owner), params })).status).toBe(200)
    await expect.poll(made, { timeout: 30_000 }).toBe(24)
    over.abort()
    await worker
    expect(new Set(refundedTo(173_00).map(({ paymentId }) => paymentId)).size).toBe(24)
    expect(after).toBeLessThan(24)
  }, 90_000)
})
