import { randomBytes } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { approveRefundRun, createRefundRun } from '@kartis/contract/refund-runs.ts'
import { startInMemoryGateway } from '@kartis/simulators/in-memory-gateway.ts'
import { crowd, openClient } from '@kartis/testing/http-client.ts'
import { buy } from './buyer.ts'
import { openDatabase } from './database.ts'
import type { Benchmark, Figure, Options } from './report.ts'
import { startKartis } from './servers.ts'
import { producer, sale } from './world.ts'

const BUYERS = 64
const ORDERS = 10_000
const KILLS = 5
const LIMIT_MS = 1_800_000
const POLL_MS = 250

/**
 * The refund of a cancelled event while its server is killed again and again. The server that owns the database stands still
 * meanwhile, so that nobody else goes on with what the killed one was doing.
 */
const run = async ({ tickets: orders = ORDERS }: Options): Promise<readonly Figure[]> => {
  const gateway = await startInMemoryGateway()
  const key = randomBytes(32).toString('base64')
  const settings = { ...gateway.env, KARTIS_KEY: key, REFUND_RUN_ALONE: '20000000' }
  const owning = await startKartis(settings)
  const db = openDatabase(owning.database)
  const client = openClient(BUYERS)
  try {
    gateway.serve(owning.url)
    const owner = await producer(owning.url)
    const on = await sale(owner, orders)
    await crowd(orders, BUYERS, async (place) => {
      await buy({ client, url: owning.url, sale: on, onStep: () => undefined, gateway: gateway.url }, place)
    })
    const body = { kind: 'cancelled', fees: 'return' } as const
    const refund = (await owner.call(createRefundRun, { params: { uuid: on.event }, body })).data
    await owner.call(approveRefundRun, { params: { uuid: refund.uuid } })
    owning.pause()
    const began = performance.now()
    const doneAt = async () => {
      const { rows } = await db.query<{ n: string; state: string }>(
        `select (select count(*) from refunds where event_id = $1 and status = 'done') as n,
           (select state from refund_runs where event_id = $1 and id = $2) as state`,
        [on.event, refund.uuid],
      )
      return { done: Number(rows[0]?.n), state: rows[0]?.state ?? '' }
    }
    const until = async (isReached: (now: Awaited<ReturnType<typeof doneAt>>) => boolean) => {
      let now = await doneAt()
      while (!isReached(now) && performance.now() - began < LIMIT_MS) {
        await sleep(POLL_MS)
        now = await doneAt()
      }
      return now
    }
    const killedAt: number[] = []
    let working = await startKartis({ ...settings, DATABASE_URL: owning.database })
    for (let kill = 1; kill <= KILLS; kill++) {
      await until(({ done }) => done >= (orders * kill) / (KILLS + 1))
      await working.kill()
      killedAt.push((await doneAt()).done)
      working = await startKartis({ ...settings, DATABASE_URL: owning.database })
    }
    const { state } = await until((now) => now.state.startsWith('finished'))
    const took = (performance.now() - began) / 1000
    await working.stop()
    const { rows } = await db.query<{ whole: string; agorot: string }>(
      `select count(*) filter (where refunded = amount) as whole, coalesce(sum(refunded), 0) as agorot
       from payments where event_id = $1`,
      [on.event],
    )
    const there = gateway.refunds.reduce((sum, { amount }) => sum + amount, 0)
    const payments = new Set(gateway.refunds.map(({ payment }) => payment)).size
    return [
      {
        name: `${orders.toLocaleString('en')} refunds, the server killed ${KILLS} times`,
        proof:
          state === 'finished' &&
          gateway.refunds.length === orders &&
          payments === orders &&
          Number(rows[0]?.agorot) === there,
        note: `${state} after ${took.toFixed(0)} s; killed at ${killedAt.join(', ')}; ${rows[0]?.whole} refunded whole here, ${gateway.refunds.length} refunds of ${payments} charges there; ${Number(rows[0]?.agorot) / 100} ₪ here, ${there / 100} ₪ there`,
      },
    ]
  } finally {
    owning.resume()
    client.close()
    await db.end()
    await owning.stop()
    await gateway.close()
  }
}

export const killedRefunds: Benchmark = {
  name: 'killed-refunds',
  what: `a cancelled event: every card order is refunded, while the server is killed ${KILLS} times`,
  run,
}
