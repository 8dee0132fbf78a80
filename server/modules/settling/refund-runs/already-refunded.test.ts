import { ALREADY_REFUNDED } from '@kartis/domain/refund-run.ts'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { eventOnSale } from '../../../testing/events.ts'
import { producer, signIn } from '../../../testing/people.ts'
import { approvedRun, itemsOfRun, stepOfRun, workOnRuns } from '../../../testing/refund-runs.ts'
import { paidOnPage, refundedInConsole } from '../../../testing/simulated-terminal.ts'
import { TESTED_GATEWAYS } from '../../../testing/tested-gateways.ts'
import { openWorld } from '../../../testing/world.ts'
import { readAllTerminals } from '../../payments/payments/index.ts'
import { lastDays, reconcileTerminal } from '../reconciliation/index.ts'

const DAY = 86_400

describe.each(TESTED_GATEWAYS)('a run over a charge that somebody refunded in the console of $name', ({ name }) => {
  it('takes that for its refund: nobody is asked for a bank account, and the books have it once', async () => {
    const world = await openWorld({ env: { SANDBOX_GATEWAY: name, PUBLIC_URL: 'https://kartis.test' } })
    try {
      await world.payments.terminals.saveFromSettings()
      const owner = await producer(world)
      const sale = await eventOnSale(world, owner, { type: { price: 50 } })
      const order = await paidOnPage(world, sale)
      await world.handleEvents()
      // The charge is far back, and the list of the last days has the credit alone.
      world.clock.advance(12 * DAY)
      await refundedInConsole(world)
      world.clock.advance(DAY)

      const signedIn = { ...owner, ...(await signIn(world, owner.phone)) }
      const run = await approvedRun(world, signedIn, sale.event)
      await workOnRuns(world)
      await stepOfRun(world, run)
      const outcome = { state: 'done', amount: 50, gateway_code: ALREADY_REFUNDED }
      expect((await itemsOfRun(world, signedIn, run)).get(order.uuid)).toMatchObject(outcome)

      const [terminal] = await readAllTerminals(world.db)
      if (!terminal) throw new Error('no terminal')
      const days = lastDays(new Date(world.clock.now().getTime() + DAY * 1000), 4)
      expect(await reconcileTerminal(world.platform, world.payments.terminals, terminal, days)).toMatchObject({
        rows: 1,
        recorded: 0,
        differences: 0,
      })
      await world.handleEvents()
      const { rows } = await sql`
        select (select string_agg(r.status || ' ' || r.way || ' ' || r.amount, ',') from refunds r) as refunds,
          (select count(*)::int from refund_transfers) as transfers, p.refunded, p.waiting,
          (select string_agg(distinct j.kind, ',' order by j.kind) from journals j where j.kind like 'refund%') as journals
        from payments p`.execute(world.db)
      const journals = 'refund,refund_paid'
      expect(rows).toEqual([{ refunds: 'done credit 5000', transfers: 0, refunded: 5000, waiting: 0, journals }])
    } finally {
      await world.close()
    }
  }, 60_000)
})
