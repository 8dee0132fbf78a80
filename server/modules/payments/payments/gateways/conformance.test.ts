import { bucketOf } from '@kartis/domain/card-bucket.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type GatewayBench, GOOD_CARD, openBench, payWith, testPayment } from '../../../../testing/gateway-bench.ts'
import { casesOf } from '../../../../testing/gateway-cases.ts'
import { TESTED_GATEWAYS } from '../../../../testing/tested-gateways.ts'
import { openWorld, type World } from '../../../../testing/world.ts'

// What every adapter must do, against its simulator over HTTP.

let world: World
beforeAll(async () => {
  world = await openWorld({ modules: [] })
})
afterAll(() => world?.close())

describe.each(TESTED_GATEWAYS)('the adapter of $name', (tested) => {
  let bench: GatewayBench
  let cases: ReturnType<typeof casesOf>
  beforeAll(async () => {
    bench = await openBench(world, tested)
    cases = casesOf(world, bench)
  })
  afterAll(() => bench?.close())
  beforeEach(async () => {
    await bench.deleteWebhooks()
    bench.replyWith(200)
  })

  describe('a payment', () => {
    it('is paid when the records of the gateway say so, in exactly the requested amount', async () => {
      const { payment, page, verify } = await cases.start({ amount: 10_001 })
      expect(page.expiresAt > world.clock.now()).toBe(true)
      expect(await verify()).toEqual({ state: 'unknown' })
      expect((await fetch(page.url)).status).toBe(200)

      const answer = await payWith(page.url, GOOD_CARD)
      expect(answer.status).toBe(303)
      expect(new URL(answer.headers.get('location') ?? '').pathname).toBe('/success')
      const { paymentId, providerRef } = cases.parsed()
      expect(paymentId).toBe(payment.paymentId)
      const fact = await verify(providerRef)
      expect(fact).toMatchObject({ state: 'paid', amount: 10_001, last4: '1008', installments: 1, wallet: null })
      expect(fact).toMatchObject({ brand: 'visa', foreign: false, extra: [] })
    })

    it.each([
      ['4580000000001008', 'visa', 'regular', '1008'],
      ['5326100000001002', 'mastercard', 'regular', '1002'],
      ['36400000000109', 'diners', 'special', '0109'],
      ['375510000000104', 'amex', 'special', '0104'],
      ['4444333322221111', 'visa', 'tourist', '1111'],
    ])('with %s has the brand %s and clears as %s', async (card, brand, bucket, last4) => {
      const { fact } = await cases.paid({}, card)
      expect({ brand: fact.brand, bucket: bucketOf(fact), last4: fact.last4 }).toEqual({ brand, bucket, last4 })
    })

    it('is charged once when its page is submitted again', async () => {
      const { page, verify } = await cases.start()
      await Promise.all([payWith(page.url, GOOD_CARD), payWith(page.url, GOOD_CARD)])
      await payWith(page.url, GOOD_CARD)
      expect(await verify()).toMatchObject({ state: 'paid', extra: [] })
    })

    it('in instalments reports how many, and the whole amount', async () => {
      const { fact } = await cases.paid({ amount: 10_000, maxInstallments: 3 }, GOOD_CARD, { installments: '3' })
      expect(fact).toMatchObject({ amount: 10_000, installments: 3 })
    })

    it('in more instalments than were offered is not charged', async () => {
      const { page, verify } = await cases.start({ maxInstallments: 3 })
      expect((await payWith(page.url, GOOD_CARD, { installments: '4' })).status).toBe(422)
      expect(await verify()).toEqual({ state: 'unknown' })
    })

    it('with Bit has no card', async () => {
      const { fact } = await cases.paid({ bit: true }, '', { method: 'bit' })
      expect(fact).toMatchObject({ wallet: 'bit', last4: '', foreign: false, installments: 1 })
    })

    it.skipIf(tested.bitByTerminal)('has no Bit where the shop does not want it', async () => {
      const { page, verify } = await cases.start()
      expect(await (await fetch(page.url)).text()).not.toContain('value="bit"')
      expect((await payWith(page.url, '', { method: 'bit' })).status).toBe(422)
      expect(await verify()).toEqual({ state: 'unknown' })
    })

    it('whose amount the gateway changed is reported with the amount that was charged', async () => {
      const { payment, pageRef, fact } = await cases.paid()
      await bench.alter(fact.providerRef, { amount: 100 })
      const again = await bench.gateway.verify({
        paymentId: payment.paymentId,
        startedAt: world.clock.now(),
        ...(pageRef !== undefined && { pageRef }),
      })
      expect(again).toMatchObject({ state: 'paid', amount: 100 })
    })

    it('in another currency is not paid', async () => {
      const { payment, pageRef, fact } = await cases.paid()
      await bench.alter(fact.providerRef, { currency: 'USD' })
      const again = await bench.gateway.verify({
        paymentId: payment.paymentId,
        startedAt: world.clock.now(),
        ...(pageRef !== undefined && { pageRef }),
      })
      expect(again).toEqual({ state: 'unknown' })
    })

    it('cannot be looked up, and no page opens, at a gateway that is down or refuses the credentials', async () => {
      const { verify } = await cases.start()
      for (const gateway of [bench.unreachable, bench.wrongSecret]) {
        await expect(verify(undefined, gateway)).rejects.toMatchObject({ name: 'GatewayError' })
        await expect(gateway.start(testPayment(bench.shopUrl))).rejects.toMatchObject({ name: 'GatewayError' })
      }
    })
  })

  describe('a declined card', () => {
    it('sends the browser back, and its page accepts another card', async () => {
      const { payment, page, verify } = await cases.start()
      const answer = await payWith(page.url, '4580000000004002')
      expect([answer.status, new URL(answer.headers.get('location') ?? '').pathname]).toEqual([303, '/fail'])
      expect(cases.parsed().paymentId).toBe(payment.paymentId)
      expect(await verify()).toMatchObject({ state: 'declined', reason: 'refused' })
      await payWith(page.url, GOOD_CARD)
      expect(await verify(cases.parsed().providerRef)).toMatchObject({ state: 'paid' })
    })
  })

  describe('a charge that the issuer asks to confirm', () => {
    const CARD = '4580000000000042'

    it('is made once the buyer confirms it', async () => {
      const { page, verify } = await cases.start()
      const answer = await payWith(page.url, CARD)
      expect(answer.status).toBe(200)
      expect(await answer.text()).toContain('name="three_ds"')
      expect(await verify()).toEqual({ state: 'unknown' })
      expect((await payWith(page.url, CARD, { three_ds: 'confirm' })).status).toBe(303)
      expect(await verify()).toMatchObject({ state: 'paid' })
    })

    it('is declined when the buyer does not confirm it', async () => {
      const { page, verify } = await cases.start()
      await payWith(page.url, CARD, { three_ds: 'reject' })
      expect(await verify()).toMatchObject({ state: 'declined', reason: 'three_ds' })
    })
  })

  describe('a webhook', () => {
    it('that is late arrives twenty seconds after the charge', async () => {
      const { payment, page } = await cases.start()
      await payWith(page.url, '4580000000000026')
      world.clock.advance(19)
      expect([await bench.deliver(), bench.webhooks.length]).toEqual([0, 0])
      world.clock.advance(1)
      expect(await bench.deliver()).toBe(1)
      expect(cases.parsed().paymentId).toBe(payment.paymentId)
    })

    it('that is repeated has one key', async () => {
      const { page } = await cases.start()
      await payWith(page.url, '4580000000000034')
      expect(bench.webhooks).toHaveLength(3)
      expect(new Set([0, 1, 2].map((place) => cases.parsed(place).key)).size).toBe(1)
    })

    it('that is refused by the shop is sent again', async () => {
      bench.replyWith(503)
      await payWith((await cases.start()).page.url, GOOD_CARD)
      bench.replyWith(200)
      world.clock.advance(3)
      expect(await bench.deliver()).toBe(1)
      expect(bench.webhooks).toHaveLength(2)
    })

    it('that never arrives is not needed', async () => {
      const { page, verify } = await cases.start({ notifyUrl: 'http://127.0.0.1:9/never' })
      await payWith(page.url, GOOD_CARD)
      expect(bench.webhooks).toEqual([])
      expect(await verify()).toMatchObject({ state: 'paid' })
    })

    it('that is forged makes no other payment paid', async () => {
      const { payment } = await cases.paid()
      const victim = await cases.start()
      const [genuine] = bench.webhooks
      const forge = (text: string) => text.replaceAll(payment.paymentId, victim.payment.paymentId)
      const raw = forge(genuine?.raw ?? '')
      const body: unknown = JSON.parse(forge(JSON.stringify(genuine?.body)))
      const forged = bench.gateway.parseWebhook(body, { headers: genuine?.headers ?? {}, raw })
      expect([undefined, victim.payment.paymentId]).toContain(forged.paymentId)
      expect(await victim.verify(forged.providerRef)).toEqual({ state: 'unknown' })
    })

    it.each([undefined, null, 'x', [], { a: { b: [] } }, { ReturnValue: 7, transaction: 'x', index: ['1', '2'] }])(
      'with the body %j names no payment',
      (body) => {
        const source = { headers: {}, raw: JSON.stringify(body) ?? '' }
        expect(bench.gateway.parseWebhook(body, source).paymentId).toBeUndefined()
      },
    )

    it('stores neither card number, expiry and ID number nor who the buyer is', async () => {
      const { fact } = await cases.paid()
      const stored = JSON.stringify([cases.parsed(), fact])
      for (const secret of [GOOD_CARD, '12/30', '000000018', 'tamar', 'תמר', '7314821'])
        expect(stored).not.toContain(secret)
    })
  })
})
