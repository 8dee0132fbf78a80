import type { Agorot } from '@kartis/domain/money.ts'
import { setTimeout as sleep } from 'node:timers/promises'
import {
  type DeclinedFact,
  settlementHandlerOf,
  type Gateway,
  type PaidFact,
} from '../modules/payments/payments/index.ts'
import { GatewayError } from '../modules/payments/payments/gateway.ts'
import type { World } from './world.ts'

interface Charge {
  readonly ref: string
  readonly amount: Agorot
}

/** A gateway whose books lie in the test's hand: the port alone, no network. Everything behind the port is real. */
export interface TestGateway {
  readonly gateway: Gateway
  /** The buyer's card is charged; nobody has been told yet. Answers the number of the transaction. */
  readonly charge: (paymentId: string, amount: Agorot) => string
  readonly decline: (paymentId: string) => void
  readonly atReader: { paymentId: string; amount: Agorot; reader: string | null }[]
  readonly started: { paymentId: string; amount: Agorot }[]
  readonly refunds: { paymentId: string; refundId: string; amount: Agorot; providerRef: string }[]
  /** Calls to the gateway fail while this is true. */
  down: boolean
  /** What the gateway says to a refund while it is not down. */
  refuseRefunds: boolean
  /** Milliseconds before a look-up answers. */
  slow: number
  looks: number
}

const CARD = { last4: '1008', brandCode: '2', issuerCode: '2', acquirerCode: '2', foreign: false, installments: 1 }

export const openTestGateway = (now: () => Date = () => new Date()): TestGateway => {
  const charges = new Map<string, Charge[]>()
  const declines = new Map<string, DeclinedFact>()
  let number = 1000
  const reach = (): void => {
    if (self.down) throw new GatewayError('unreachable', 'the gateway did not answer')
  }
  const factOf = (paymentId: string): PaidFact | DeclinedFact | { state: 'unknown' } => {
    const [first, ...more] = charges.get(paymentId) ?? []
    if (!first) return declines.get(paymentId) ?? { state: 'unknown' }
    const extra = more.map(({ ref, amount }) => ({ providerRef: ref, approvalCode: `ok${ref}`, amount }))
    const paid = { providerRef: first.ref, approvalCode: `ok${first.ref}`, amount: first.amount, extra }
    return { state: 'paid', ...CARD, ...paid, raw: {} }
  }
  const gateway: Gateway = {
    name: 'test',
    capabilities: { refund: true, installments: true, terminal: true },
    start: async (payment) => {
      reach()
      self.started.push({ paymentId: payment.paymentId, amount: payment.amount })
      return { url: `https://pay.test/${payment.paymentId}`, expiresAt: new Date(now().getTime() + 20 * 60_000) }
    },
    atReader: async ({ paymentId, amount, reader }) => {
      reach()
      self.atReader.push({ paymentId, amount, reader })
      return { url: null, expiresAt: new Date(now().getTime() + 20 * 60_000) }
    },
    parseWebhook: (body) => {
      const { payment, ref, key } = (body ?? {}) as Record<string, string | undefined>
      return { paymentId: payment, providerRef: ref, key: key ?? `${payment} ${ref}`, raw: { payment: payment ?? '' } }
    },
    verify: async ({ paymentId }) => {
      self.looks += 1
      if (self.slow > 0) await sleep(self.slow)
      reach()
      return factOf(paymentId)
    },
    refund: async ({ paymentId, refundId, amount, providerRef }) => {
      if (self.down) return { ok: false, code: 'unreachable', retry: true }
      if (self.refuseRefunds) return { ok: false, code: '20112', retry: false }
      if (!self.refunds.some((refund) => refund.refundId === refundId))
        self.refunds.push({ paymentId, refundId, amount, providerRef })
      return { ok: true, ref: `back ${refundId}` }
    },
    handshake: async ({ terminal }) => {
      reach()
      return {
        thtk: 'thtk',
        terminal_name: terminal,
        payment_url: 'https://pay.test/',
        expires_at: new Date(now().getTime() + 20 * 60_000),
      }
    },
  }
  const self: TestGateway = {
    gateway,
    atReader: [],
    started: [],
    refunds: [],
    down: false,
    refuseRefunds: false,
    slow: 0,
    looks: 0,
    charge: (paymentId, amount) => {
      const ref = String(++number)
      charges.set(paymentId, [...(charges.get(paymentId) ?? []), { ref, amount }])
      return ref
    },
    decline: (paymentId) => {
      declines.set(paymentId, { state: 'declined', providerRef: String(++number), code: '004', reason: 'refused' })
    },
  }
  return self
}

/** Puts a gateway of the test's own in front of a world. */
export const useTestGateway = (
  world: Pick<World, 'platform'>,
  test = openTestGateway(world.platform.clock),
): TestGateway => {
  settlementHandlerOf(world.platform).gateway = test.gateway
  return test
}
