import { pay } from '@kartis/contract/public-orders.ts'
import { isRefusal } from '@kartis/domain/refusal.ts'
import { describe, expect, it } from 'vitest'
import { inTransaction } from '../../../../platform/database/db.ts'
import { eventOnSale } from '../../../../testing/events.ts'
import { cardForm, GOOD_CARD } from '../../../../testing/gateway-bench.ts'
import { holding, reserved, showOrder, withDetails } from '../../../../testing/orders.ts'
import { producer } from '../../../../testing/people.ts'
import { TESTED_GATEWAYS } from '../../../../testing/tested-gateways.ts'
import { openWorld } from '../../../../testing/world.ts'
import { readPayment } from '../payments-queries.ts'
import { requestRefund } from '../refund.ts'

const pathOf = (url: string): string => new URL(url).pathname + new URL(url).search

describe.each(TESTED_GATEWAYS)('the sandbox of $name', ({ name }) => {
  it('sells a ticket by its webhook and refunds it, on one server behind any public address', async () => {
    const world = await openWorld({ env: { SANDBOX_GATEWAY: name, PUBLIC_URL: 'https://kartis.test' } })
    try {
      await world.payments.terminals.saveFromSettings()
      const { event, type } = await eventOnSale(world, await producer(world), { type: { price: 50 } })
      const order = await withDetails(world, await reserved(world, event.uuid, { [type.uuid]: 1 }))
      const { payment } = (await world.call(pay, holding(order))).body.data
      const url = payment?.url ?? ''
      expect(url.startsWith(`https://kartis.test/sandbox/${name}/`)).toBe(true)
      expect((await world.http('GET', pathOf(url))).headers['content-security-policy']).toContain('frame-ancestors *')

      const form = { headers: { 'content-type': 'application/x-www-form-urlencoded' } }
      expect((await world.http('POST', pathOf(url), cardForm(GOOD_CARD).toString(), form)).status).toBe(303)
      await world.platform.jobs.drain({ names: ['payments.word'] })
      expect(await showOrder(world, order)).toMatchObject({ status: 'paid', tickets: [{ status: 'valid' }] })

      const paid = await readPayment(world.db, payment?.uuid ?? '')
      expect(paid).toMatchObject({ provider: name, last4: '1008', bucket: 'regular', installments: 1, wallet: null })
      const refund = await inTransaction(world.db, (tx) =>
        requestRefund(world.platform, tx, {
          eventId: event.uuid,
          paymentId: paid?.id ?? '',
          amount: 2000,
          reason: 'test',
        }),
      )
      if (isRefusal(refund)) throw new Error('the refund was refused')
      expect(await world.payments.sendRefund({ eventId: event.uuid, refundId: refund.id })).toBe('done')
    } finally {
      await world.close()
    }
  })
})
