import { REFUND_RUN } from '@kartis/domain/limits.ts'
import type { SandboxDb } from '@kartis/simulators/gateway/transactions.ts'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { eventOnSale } from '../../../testing/events.ts'
import { setFunds } from '../../../testing/gateway-bench.ts'
import { producer } from '../../../testing/people.ts'
import { approvedRun, stepOfRun, workOnRuns } from '../../../testing/refund-runs.ts'
import { paidOnPage } from '../../../testing/simulated-terminal.ts'
import { TESTED_GATEWAYS } from '../../../testing/tested-gateways.ts'
import { openWorld } from '../../../testing/world.ts'

const PRICE = 50_00
/** More than may be at the gateway at once. */
const ORDERS = REFUND_RUN.inFlight + 2
const PAID_FOR = 3
const DAY = 86_400

describe.each(TESTED_GATEWAYS)('a run at an empty terminal of $name', ({ name }) => {
  it('waits, begins no other refund, goes on when it has money, and refunds each order once', async () => {
    const world = await openWorld({ env: { SANDBOX_GATEWAY: name, PUBLIC_URL: 'https://kartis.test' } })
    try {
      await world.payments.terminals.saveFromSettings()
      const terminal = world.platform.settings.payments.terminal?.name ?? ''
      const owner = await producer(world)
      const sale = await eventOnSale(world, owner, { type: { price: PRICE / 100, sum_total_available: 100 } })
      for (let n = 0; n < ORDERS; n++) await paidOnPage(world, sale)
      const run = await approvedRun(world, owner, sale.event)
      // The charges are deposited: what goes back from now on is a credit, which the terminal must have money for.
      world.clock.advance(DAY)
      const funds = (available: number | null) => setFunds(world.db as unknown as SandboxDb, terminal, available)
      const credits = async (): Promise<number[]> =>
        (
          await sql<{ n: number }>`
            select count(*)::int as n from sandbox_transactions where txn_type = 'CREDIT' group by reference_index`.execute(
            world.db,
          )
        ).rows.map(({ n }) => n)

      await funds(PAID_FOR * PRICE)
      const states = async (): Promise<Record<string, number>> => {
        const { rows } = await sql<{ state: string; n: number }>`
          select state, count(*)::int as n from refund_run_items where run_id = ${run.uuid} group by 1`.execute(
          world.db,
        )
        return Object.fromEntries(rows.map(({ state, n }) => [state, n]))
      }
      await workOnRuns(world)
      for (let round = 0; round < 3; round++) await stepOfRun(world, run)
      expect(await states()).toEqual({ done: PAID_FOR, waiting_funds: REFUND_RUN.inFlight - PAID_FOR, queued: 2 })
      expect(await credits()).toEqual(Array.from({ length: PAID_FOR }, () => 1))

      await funds(null)
      for (let round = 0; round < 6; round++) {
        await world.platform.jobs.drain({ later: true, names: ['payments.refund'] })
        await world.handleEvents()
        await stepOfRun(world, run)
      }
      expect(await states()).toEqual({ done: ORDERS })
      expect(await credits()).toEqual(Array.from({ length: ORDERS }, () => 1))
    } finally {
      await world.close()
    }
  }, 60_000)
})
