import { NO_FUNDS } from '@kartis/domain/refund-run.ts'
import { sql } from 'kysely'
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type GatewayBench, GOOD_CARD, openBench, payWith } from '../../../../testing/gateway-bench.ts'
import { casesOf, collect, refOf } from '../../../../testing/gateway-cases.ts'
import { TESTED_GATEWAYS } from '../../../../testing/tested-gateways.ts'
import { openWorld, type World } from '../../../../testing/world.ts'

// As conformance.test.ts: what every adapter must do with refunds, and its list of transactions.

const DAY = 86_400
/** The sandbox card whose issuer takes no refund. */
const NO_REFUNDS = '4580000000000059'

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

  describe('a refund', () => {
    it('is made in parts, to the last agora and not one more', async () => {
      const of = await cases.paid({ amount: 1003 })
      const first = refOf(await cases.refund(of, { amount: 29 }))
      const second = refOf(await cases.refund(of, { amount: 974, otherRefs: [first] }))
      expect(await cases.refund(of, { amount: 1, otherRefs: [first, second] })).toMatchObject({
        ok: false,
        retry: false,
      })
      expect(await cases.refundedOf(of.fact.providerRef)).toBe(1003)
    })

    it('that is requested twice is made once', async () => {
      const of = await cases.paid({ amount: 5000 })
      const request = { refundId: randomUUID(), amount: 2000 }
      const first = await cases.refund(of, request)
      expect(await cases.refund(of, { ...request, firstSentAt: world.clock.now() })).toEqual(first)
      expect(await cases.refundedOf(of.fact.providerRef)).toBe(2000)
      expect(await cases.refund(of, { amount: 3000, otherRefs: [refOf(first)] })).toMatchObject({ ok: true })
    })

    it('whose reply was lost is found instead of repeated', async () => {
      const of = await cases.paid({ amount: 5000 })
      const earlier = refOf(await cases.refund(of, { amount: 1500 }))
      const request = { refundId: randomUUID(), amount: 1500, otherRefs: [earlier] }
      const firstSentAt = world.clock.now()
      bench.loseRefundReply()
      expect(await cases.refund(of, request)).toMatchObject({ ok: false, retry: true })
      expect(await cases.refund(of, { ...request, firstSentAt })).toMatchObject({ ok: true, way: 'credit' })
      expect(await cases.refundedOf(of.fact.providerRef)).toBe(3000)
    })

    it('of a whole charge of the same day voids it, also when the reply was lost', async () => {
      const of = await cases.paid({ amount: 5000 })
      const refundId = randomUUID()
      const firstSentAt = world.clock.now()
      bench.loseRefundReply()
      expect(await cases.refund(of, { refundId })).toMatchObject({ ok: false, retry: true })
      expect(await cases.refund(of, { refundId, firstSentAt })).toMatchObject({ ok: true })
      expect(await cases.refundedOf(of.fact.providerRef)).toBe(5000)
    })

    it('of a whole charge is a void before the charge is deposited, where the gateway can, and a credit after it', async () => {
      const [today, later] = [await cases.paid(), await cases.paid()]
      expect(await cases.refund(today)).toMatchObject({ ok: true, way: tested.voids ? 'void' : 'credit' })
      world.clock.advance(DAY)
      expect(await cases.refund(later)).toMatchObject({ ok: true, way: 'credit' })
    })

    it.runIf(tested.voids)(
      'of a charge of the same day that was deposited meanwhile is refused as a void, and made once as a credit',
      async () => {
        const of = await cases.paid({ amount: 5000 })
        bench.deposit()
        world.clock.advance(1)
        const sent = bench.refundPaths.length
        const request = { refundId: randomUUID() }
        const firstSentAt = world.clock.now()
        const made = await cases.refund(of, request)
        expect(made).toMatchObject({ ok: true, way: 'credit' })
        // The void that was refused, and the credit.
        expect(bench.refundPaths.slice(sent)).toHaveLength(2)
        expect(await cases.refund(of, { ...request, firstSentAt })).toEqual(made)
        expect(bench.refundPaths.slice(sent)).toHaveLength(2)
        expect(await cases.refundedOf(of.fact.providerRef)).toBe(5000)
        expect(await cases.refund(await cases.paid())).toMatchObject({ ok: true, way: 'void' })
      },
    )

    it('that the issuer refuses is refused for good, by card and by Bit, whole and in part: nothing is returned', async () => {
      const bit = await cases.paid({ bit: true, amount: 5000 }, '', { method: 'bit' })
      await bench.alter(bit.fact.providerRef, { last4: NO_REFUNDS.slice(-4) })
      for (const paid of [await cases.paid({ amount: 5000 }, NO_REFUNDS), bit])
        for (const amount of [5000, 2000]) {
          const request = { refundId: randomUUID(), amount }
          const refused = await cases.refund(paid, request)
          expect(refused).toEqual({ ok: false, code: expect.stringMatching(/^0*4$/) as string, retry: false })
          expect(await cases.refund(paid, { ...request, firstSentAt: world.clock.now() })).toEqual(refused)
          expect(await cases.refundedOf(paid.fact.providerRef)).toBe(0)
        }
    })

    it('of a part of an instalment deal is a credit', async () => {
      const of = await cases.paid({ amount: 10_000, maxInstallments: 3 }, GOOD_CARD, { installments: '3' })
      expect(await cases.refund(of, { amount: 2500 })).toMatchObject({ ok: true, way: 'credit' })
      expect(await cases.refundedOf(of.fact.providerRef)).toBe(2500)
    })

    it('of Bit goes back to Bit', async () => {
      const of = await cases.paid({ bit: true, amount: 4000 }, '', { method: 'bit' })
      expect(of.fact.wallet).toBe('bit')
      expect(await cases.refund(of, { amount: 1000 })).toMatchObject({ ok: true })
      expect(await cases.refundedOf(of.fact.providerRef)).toBe(1000)
      expect(bench.refundPaths.at(-1)).toMatch(tested.bitRefundPath ?? tested.refundPath)
      // What the gateway's own records say of where the money went.
      const { rows } = await sql`
        select txn_type, wallet, amount from sandbox_transactions where terminal = ${tested.terminal}
        order by txn_index desc limit 2`.execute(world.db)
      expect(rows).toEqual([
        { txn_type: 'CREDIT', wallet: 'bit', amount: 1000 },
        { txn_type: 'DEBIT', wallet: 'bit', amount: 4000 },
      ])
    })

    it('for which the terminal has too little money waits, by card and by Bit, and is made once when it has some', async () => {
      const bit = { bit: true, amount: 3000 }
      const paid = [await cases.paid({ amount: 5000 }), await cases.paid(bit, '', { method: 'bit' })]
      for (const of of paid) {
        const request = { refundId: randomUUID(), amount: 2000 }
        await bench.setFunds(1999)
        expect(await cases.refund(of, request)).toEqual({ ok: false, code: NO_FUNDS, retry: true })
        expect(await cases.refundedOf(of.fact.providerRef)).toBe(0)
        await bench.setFunds(2000)
        const made = await cases.refund(of, request)
        expect(made).toMatchObject({ ok: true })
        expect(await cases.refund(of, { ...request, firstSentAt: world.clock.now() })).toEqual(made)
        expect(await cases.refundedOf(of.fact.providerRef)).toBe(2000)
      }
      await bench.setFunds(null)
    })

    it('of an unknown charge is refused for good', async () => {
      expect(await cases.refund(await cases.paid(), { providerRef: tested.unknownRef, amount: 100 })).toMatchObject({
        ok: false,
        retry: false,
      })
    })

    it('is retried when the gateway is down or refuses the credentials', async () => {
      const request = cases.requestOf(await cases.paid(), { amount: 100 })
      for (const gateway of [bench.unreachable, bench.wrongSecret])
        expect(await gateway.refund(request)).toMatchObject({ ok: false, retry: true })
    })

    it('that runs beside others never returns more than was paid', async () => {
      const of = await cases.paid({ amount: 5000 })
      const facts = await Promise.all([1, 2, 3, 4].map(() => cases.refund(of, { amount: 2000 })))
      expect(facts.filter((fact) => fact.ok)).toHaveLength(2)
      expect(await cases.refundedOf(of.fact.providerRef)).toBe(4000)
    })
  })

  describe('the list of transactions', () => {
    it('holds approved charges and refunds of its days alone, with our references', async () => {
      world.clock.advance(3 * DAY)
      const of = await cases.paid({ amount: 7000 })
      await payWith((await cases.start()).page.url, '4580000000004002')
      const ref = refOf(await cases.refund(of, { amount: 500 }))
      const listed = await cases.transactions()
      expect(listed).toMatchObject([
        { ref: of.fact.providerRef, kind: 'charge', amount: 7000, currency: 'ILS' },
        { ref, kind: 'credit', amount: 500, currency: 'ILS', chargeRef: of.fact.providerRef },
      ])
      expect(Math.abs((listed[0]?.at.getTime() ?? 0) - world.clock.now().getTime())).toBeLessThan(1000)
    })

    it('names the charge of a refund also days after the charge, by its reference or by a key that both have', async () => {
      const of = await cases.paid({ amount: 7000 })
      world.clock.advance(9 * DAY)
      const ref = refOf(await cases.refund(of, { amount: 500 }))
      const listed = await cases.transactions()
      expect(listed).toMatchObject([{ ref, kind: 'credit', amount: 500 }])
      const { chargeRef, chargeKey } = listed[0] ?? {}
      if (chargeRef === undefined) expect(chargeKey).toBe(of.fact.chargeKey ?? 'no key')
      else expect(chargeRef).toBe(of.fact.providerRef)
    })

    it('cannot be read while the gateway is down', async () => {
      const list = bench.unreachable.transactions({ from: world.clock.now(), until: world.clock.now() })
      await expect(collect(list)).rejects.toMatchObject({ name: 'GatewayError' })
    })
  })
})
