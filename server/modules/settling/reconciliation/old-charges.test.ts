import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { eventOnSale } from '../../../testing/events.ts'
import { producer } from '../../../testing/people.ts'
import { paidOnPage, refundedInConsole } from '../../../testing/simulated-terminal.ts'
import { TESTED_GATEWAYS } from '../../../testing/tested-gateways.ts'
import { openWorld } from '../../../testing/world.ts'
import { readAllTerminals } from '../../payments/payments/index.ts'
import { lastDays, reconcileTerminal } from './reconcile.ts'

const DAY = 86_400

describe.each(TESTED_GATEWAYS)('a refund in the console of $name, days after its charge', ({ name }) => {
  it('becomes the refund of its order, and the buyer is told once', async () => {
    const world = await openWorld({ env: { SANDBOX_GATEWAY: name, PUBLIC_URL: 'https://kartis.test' } })
    try {
      await world.payments.terminals.saveFromSettings()
      const [terminal] = await readAllTerminals(world.db)
      if (!terminal) throw new Error('no terminal')
      const sale = await eventOnSale(world, await producer(world), { type: { price: 50 } })
      const order = await paidOnPage(world, sale)
      await world.handleEvents()

      // The list of the last days no longer has the charge, and was never read before.
      world.clock.advance(30 * DAY)
      await refundedInConsole(world)
      const days = lastDays(new Date(world.clock.now().getTime() + DAY * 1000), 3)
      const reconcile = () => reconcileTerminal(world.platform, world.payments.terminals, terminal, days)
      expect(await reconcile()).toMatchObject({ rows: 1, recorded: 1, differences: 0 })
      expect(await reconcile()).toMatchObject({ rows: 1, recorded: 0, differences: 0 })
      await world.handleEvents()
      const found = await sql<{ status: string; sent: number; tickets: string }>`
        select o.status, (select string_agg(status, ',') from tickets t where t.order_id = o.id) as tickets,
          (select count(*)::int from messages m
           where m.order_id = o.id and m.template <> 'tickets_ready' and m.channel = 'sms') as sent
        from orders o where o.id = ${order.uuid}`.execute(world.db)
      expect(found.rows).toEqual([{ status: 'refunded', tickets: 'cancelled', sent: 1 }])
    } finally {
      await world.close()
    }
  }, 60_000)
})
