import { randomUUID } from 'node:crypto'
import type {
  GatewayTransaction,
  PaidFact,
  RefundFact,
  RefundPayment,
  StartPayment,
} from '../modules/payments/payments/gateway.ts'
import { type GatewayBench, GOOD_CARD, payWith, testPayment } from './gateway-bench.ts'
import type { World } from './world.ts'

/** A payment that was charged, and the page that it was charged on. */
export interface Paid {
  readonly payment: StartPayment
  readonly pageRef: string | undefined
  readonly chargedAt: Date
  readonly fact: PaidFact
}

/** Every element of a list that comes in parts. */
export const collect = async <T>(list: AsyncIterable<T>): Promise<T[]> => {
  const all: T[] = []
  for await (const element of list) all.push(element)
  return all
}

/** The gateway's reference of a refund that was made. */
export const refOf = (fact: RefundFact): string => {
  if (!fact.ok) throw new Error(`the refund was refused: ${fact.code}`)
  return fact.ref
}

/** What tests do with an adapter and its simulator. */
export const casesOf = (world: World, bench: GatewayBench) => {
  const start = async (other: Partial<StartPayment> = {}) => {
    const payment = testPayment(bench.shopUrl, other)
    const startedAt = world.clock.now()
    const page = await bench.gateway.start(payment)
    const verify = (providerRef?: string, gateway = bench.gateway) =>
      gateway.verify({
        paymentId: payment.paymentId,
        startedAt,
        ...(page.pageRef !== undefined && { pageRef: page.pageRef }),
        ...(providerRef !== undefined && { providerRef }),
      })
    return { payment, page, verify }
  }

  const paid = async (
    other: Partial<StartPayment> = {},
    card = GOOD_CARD,
    typed: Record<string, string> = {},
  ): Promise<Paid> => {
    const { payment, page, verify } = await start(other)
    await payWith(page.url, card, typed)
    const fact = await verify()
    if (fact.state !== 'paid') throw new Error(`expected a paid payment, got ${fact.state}`)
    return { payment, pageRef: page.pageRef, chargedAt: world.clock.now(), fact }
  }

  const parsed = (place = 0) => {
    const webhook = bench.webhooks[place]
    return bench.gateway.parseWebhook(webhook?.body, webhook)
  }

  const requestOf = ({ payment, chargedAt, fact }: Paid, other: Partial<RefundPayment>): RefundPayment => ({
    paymentId: payment.paymentId,
    refundId: randomUUID(),
    providerRef: fact.providerRef,
    approvalCode: fact.approvalCode,
    chargeAmount: fact.amount,
    chargedAt,
    wallet: fact.wallet,
    amount: fact.amount,
    firstSentAt: null,
    otherRefs: [],
    ...other,
  })
  const refund = (of: Paid, other: Partial<RefundPayment> = {}) => bench.gateway.refund(requestOf(of, other))
  const transactions = async (): Promise<GatewayTransaction[]> =>
    collect(bench.gateway.transactions({ from: world.clock.now(), until: world.clock.now() }))
  /** What was refunded of a charge, in agorot, by the gateway's own list. */
  const refundedOf = async (ref: string): Promise<number> =>
    (await transactions()).filter(({ chargeRef }) => chargeRef === ref).reduce((sum, { amount }) => sum + amount, 0)

  return { start, paid, parsed, requestOf, refund, transactions, refundedOf }
}
