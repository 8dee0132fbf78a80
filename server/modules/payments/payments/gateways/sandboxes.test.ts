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

  it('opens another page for a buyer who chooses other instalments, and that page offers no more', async () => {
    const world = await openWorld({
      env: {
        SANDBOX_GATEWAY: name,
        PUBLIC_URL: 'https://kartis.test',
        PAYMENT_INSTALLMENTS: '12',
        PAYMENT_MIN_INSTALLMENT: '5',
      },
    })
    try {
      await world.payments.terminals.saveFromSettings()
      const { event, type } = await eventOnSale(world, await producer(world), { type: { price: 120 } })
      const order = await withDetails(world, await reserved(world, event.uuid, { [type.uuid]: 1 }))
      const paying = async (installments?: number) => {
        const body = installments === undefined ? undefined : { installments }
        const answer = await world.call(pay, { ...holding(order), ...(body && { body }) })
        if (answer.error) throw new Error(answer.text)
        return answer.body.data.payment
      }
      const six = await paying(6)
      // The same choice, or none, is the same page: a second click, a page that was loaded again.
      expect(await paying(6)).toEqual(six)
      expect(await paying()).toEqual(six)
      const three = await paying(3)
      expect(three?.url).not.toBe(six?.url)
      const [more, again] = await Promise.all([paying(4), paying(4)])
      expect(again).toEqual(more)
      const last = await paying(3)
      const form = { headers: { 'content-type': 'application/x-www-form-urlencoded' } }
      const typed = (installments: string) =>
        world.http('POST', pathOf(last?.url ?? ''), cardForm(GOOD_CARD, { installments }).toString(), form)
      expect((await typed('6')).status).toBe(422)
      expect((await typed('3')).status).toBe(303)
      await world.platform.jobs.drain({ names: ['payments.word'] })
      expect(await showOrder(world, order)).toMatchObject({ status: 'paid', payment: { installments: 3 } })
      expect(await readPayment(world.db, six?.uuid ?? '')).toMatchObject({ status: 'abandoned' })
    } finally {
      await world.close()
    }
  })
})
