import type { Agorot } from '@kartis/domain/money.ts'
import { NO_FUNDS } from '@kartis/domain/refund-run.ts'
import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { z } from 'zod'
import type { DeclinedFact, GatewayDescriptor, PaidFact, Payments } from '../modules/payments/payments/index.ts'
import type { Gateway, GatewayTransaction, RefundPayment } from '../modules/payments/payments/gateway.ts'
import type { Platform } from '../platform/platform.ts'
import { GatewayError } from '../modules/payments/payments/gateway.ts'
import { defineGateway } from '../modules/payments/payments/gateway-descriptor.ts'

interface Charge {
  readonly ref: string
  readonly amount: Agorot
}

/** A gateway whose records the test controls: the port alone, no network. Everything behind the port is real. */
export interface TestGateway {
  readonly gateway: Gateway
  /** Charges the buyer's card; no webhook is sent. The gateway's reference of the transaction. */
  readonly charge: (paymentId: string, amount: Agorot) => string
  readonly decline: (paymentId: string) => void
  readonly atReader: { paymentId: string; amount: Agorot; reader: string | null }[]
  readonly started: { paymentId: string; amount: Agorot }[]
  readonly refunds: { paymentId: string; refundId: string; amount: Agorot; providerRef: string }[]
  /** Calls to the gateway fail while this is true. */
  down: boolean
  /** Every refund that was requested of the gateway, repetitions included. */
  readonly requests: RefundPayment[]
  /** Refunds are made while this is true, but their replies are lost. */
  losesReplies: boolean
  /** Refunds are declined while this is true. */
  refuseRefunds: boolean
  /** The terminal has no money for refunds while this is true. */
  noFunds: boolean
  /** What its list of transactions says. */
  transactions: GatewayTransaction[]
  /** Milliseconds before a lookup responds. */
  slow: number
  lookups: number
}

const CARD = {
  last4: '1008',
  brand: 'visa',
  brandCode: '2',
  issuerCode: '2',
  acquirerCode: '2',
  foreign: false,
  wallet: null,
  installments: 1,
} as const

export const openTestGateway = (now: () => Date = () => new Date(), { refundKeys = true } = {}): TestGateway => {
  const charges = new Map<string, Charge[]>()
  const declines = new Map<string, DeclinedFact>()
  let number = 1000
  const reach = (): void => {
    if (self.down) throw new GatewayError('unreachable', 'the gateway did not respond')
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
    capabilities: { refund: true, installments: true, bit: true, bitPerPage: true, terminal: true, refundKeys },
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
      self.lookups += 1
      if (self.slow > 0) await sleep(self.slow)
      reach()
      return factOf(paymentId)
    },
    refund: async (request) => {
      const { paymentId, refundId, amount, providerRef } = request
      self.requests.push(request)
      if (self.down) return { ok: false, code: 'unreachable', retry: true }
      if (self.noFunds) return { ok: false, code: NO_FUNDS, retry: true }
      if (self.refuseRefunds) return { ok: false, code: '20112', retry: false }
      if (!self.refunds.some((refund) => refund.refundId === refundId))
        self.refunds.push({ paymentId, refundId, amount, providerRef })
      if (self.losesReplies) return { ok: false, code: 'unreachable', retry: true }
      return { ok: true, ref: `back ${refundId}`, way: 'credit' }
    },
    transactions: async function* () {
      reach()
      yield* self.transactions
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
    requests: [],
    losesReplies: false,
    down: false,
    refuseRefunds: false,
    noFunds: false,
    transactions: [],
    slow: 0,
    lookups: 0,
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

const gateways = new Map<string, Gateway>()

/** The part of a test world that has terminals. */
interface WithPayments {
  readonly platform: Platform
  readonly payments: Payments
}

/** Connects terminals of the provider `test` to gateways of the test process. */
export const testGatewayDescriptor: GatewayDescriptor = defineGateway({
  name: 'test',
  variables: {},
  fields: {},
  config: z.object({ id: z.string() }),
  secretFields: [],
  missingVariableError: () => undefined,
  terminalOf: () => ({ name: 'test', config: { id: 'none' } }),
  originsOf: () => [],
  connect: ({ id }) => {
    const gateway = gateways.get(id)
    if (!gateway) throw new GatewayError('unknown_gateway', `no test gateway ${id}`)
    return gateway
  },
})

/** Adds an active terminal of a test gateway: for an account, or for the installation in place of its own. */
export const addTestTerminal = async (
  { platform, payments }: WithPayments,
  { gateway }: TestGateway,
  terminal: { readonly accountId?: string; readonly name?: string } = {},
): Promise<string> => {
  const id = randomUUID()
  gateways.set(id, gateway)
  const accountId = terminal.accountId ?? null
  const { id: terminalId } = await platform.db.transaction().execute(async (tx) => {
    if (accountId === null)
      await tx.updateTable('payment_terminals').set({ active: false }).where('account_id', 'is', null).execute()
    return payments.terminals.save(tx, {
      accountId,
      provider: 'test',
      name: terminal.name ?? `test ${gateways.size}`,
      config: { id },
      // In place of that of the settings, which is saved again at every start.
      ...(accountId === null && { origin: 'settings' }),
    })
  })
  return terminalId
}

/** Makes a test gateway the one that every new payment of a world goes to. */
export const useTestGateway = async (
  world: WithPayments,
  test = openTestGateway(world.platform.clock),
): Promise<TestGateway> => {
  await addTestTerminal(world, test)
  return test
}
