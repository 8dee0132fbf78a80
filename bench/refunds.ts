import { setTimeout as sleep } from 'node:timers/promises'
import { approveRefundRun, createRefundRun, showRefundRun } from '@kartis/contract/refund-runs.ts'
import { startInMemoryGateway } from '@kartis/simulators/in-memory-gateway.ts'
import { crowd, openClient } from '@kartis/testing/http-client.ts'
import { buy } from './buyer.ts'
import { openDatabase } from './database.ts'
import type { Benchmark } from './report.ts'
import { startKartis } from './servers.ts'
import { producer, sale } from './world.ts'

const ORDERS = 1000
const BUYERS = 64
const LIMIT_MS = 300_000
const NO_SECOND_PERSON = '20000000'

/** The refund of every card order of a cancelled event, from the approval to the last reply of the gateway. */
export const refunds: Benchmark = {
  name: 'refunds',
  what: 'a cancelled event: every card order is refunded at a separate gateway, and its buyer notified',
  run: async ({ tickets: orders = ORDERS }) => {
    const gateway = await startInMemoryGateway()
    const server = await startKartis({ ...gateway.env, REFUND_RUN_ALONE: NO_SECOND_PERSON })
    gateway.serve(server.url)
    const db = openDatabase(server.database)
    const client = openClient(BUYERS)
    try {
      const owner = await producer(server.url)
      const on = await sale(owner, orders)
      await crowd(orders, BUYERS, async (place) => {
        await buy({ client, url: server.url, sale: on, onStep: () => undefined, gateway: gateway.url }, place)
      })
      const run = (
        await owner.call(createRefundRun, { params: { uuid: on.event }, body: { kind: 'cancelled', fees: 'return' } })
      ).data
      const before = server.cpu()
      const began = performance.now()
      await owner.call(approveRefundRun, { params: { uuid: run.uuid } })
      let state: string = run.state
      while (!state.startsWith('finished') && performance.now() - began < LIMIT_MS) {
        await sleep(250)
        state = (await owner.call(showRefundRun, { params: { uuid: run.uuid } })).data.state
      }
      const took = (performance.now() - began) / 1000
      const after = server.cpu()
      const { rows } = await db.query<{ refunded: string; agorot: string; twice: string }>(
        `select count(*) filter (where refunded = amount) as refunded, coalesce(sum(refunded), 0) as agorot,
           count(*) filter (where refunded > amount) as twice
         from payments where event_id = $1`,
        [on.event],
      )
      const [count] = rows
      const atGateway = gateway.refunds.reduce((sum, { amount }) => sum + amount, 0)
      const each = (used: number): number => Math.round((used / orders) * 1_000_000)
      return [
        {
          name: `${orders.toLocaleString('en')} card orders of a cancelled event refunded`,
          rate: orders / took,
          note: `${took.toFixed(1)} s. CPU for each: server ${each(after.server - before.server)} µs, database ${each(after.database - before.database)} µs`,
        },
        {
          name: 'every order was refunded once, as the gateway says too',
          proof: Number(count?.agorot) === atGateway && gateway.refunds.length === orders && count?.twice === '0',
          note: `${state}; ${count?.refunded} payments in full; ${Number(count?.agorot) / 100} ₪ here, ${atGateway / 100} ₪ there`,
        },
      ]
    } finally {
      client.close()
      await db.end()
      await server.stop()
      await gateway.close()
    }
  },
}
