import { randomUUID } from 'node:crypto'
import Fastify, { type FastifyInstance } from 'fastify'
import { deliverDue } from '@kartis/simulators/gateway/notify.ts'
import type { SimulatorOptions } from '@kartis/simulators/gateway/options.ts'
import type { SandboxDb } from '@kartis/simulators/gateway/transactions.ts'
import { freePort, listen } from '@kartis/simulators/listen.ts'
import type { Gateway, StartPayment, WebhookSource } from '../modules/payments/payments/gateway.ts'
import type { World } from './world.ts'

export const GOOD_CARD = '4580000000001008'

/** A webhook as it reached the shop, parsed by its content type. */
export interface ReceivedWebhook extends WebhookSource {
  readonly body: unknown
}

/** An adapter that is tested against its simulator over HTTP. */
export interface TestedGateway {
  readonly name: string
  /** Registers the simulator. */
  readonly simulate: (app: FastifyInstance, options: SimulatorOptions) => Promise<void>
  /** The adapter of the simulator at an address; `wrongSecret`: with credentials that the simulator refuses. */
  readonly connect: (
    base: string,
    deps: { readonly fetch: typeof fetch; readonly now: () => Date },
    wrongSecret: boolean,
  ) => Gateway
  /** The simulated terminal. */
  readonly terminal: string
  /** Paths of the requests that send money back. */
  readonly refundPath: RegExp
  /** The path that sends money back to Bit, where it is one of its own. */
  readonly bitRefundPath?: RegExp
  /** Whether it takes the whole of a charge back before it is deposited. */
  readonly voids: boolean
  /** Whether pages offer Bit is set for the whole terminal, not for each page. */
  readonly bitByTerminal?: true
  /** The number of a charge in the simulator's tables, where its reference is another one. */
  readonly indexOf?: (ref: string) => number
  /** A reference that no charge has. */
  readonly unknownRef: string
}

export interface GatewayBench {
  readonly gateway: Gateway
  readonly wrongSecret: Gateway
  readonly unreachable: Gateway
  /** Address of the simulator. */
  readonly base: string
  /** Every webhook that reached the shop, in order of arrival. */
  readonly webhooks: ReceivedWebhook[]
  /** Sets the status that the shop replies to webhooks with. */
  readonly replyWith: (status: number) => void
  readonly shopUrl: string
  /** Sends due webhooks, as the simulator does by itself twice a second. */
  readonly deliver: () => Promise<number>
  /** Deletes every webhook, sent or waiting. */
  readonly deleteWebhooks: () => Promise<void>
  /** Paths of the requests that sent money back, in their order. */
  readonly refundPaths: readonly string[]
  /** The next request that sends money back reaches the gateway, and its reply is lost. */
  readonly loseRefundReply: () => void
  /** How much money the terminal has for credits, in agorot; null: always enough. */
  readonly setFunds: (available: number | null) => Promise<void>
  /** Changes a charge in the gateway's records. */
  readonly alter: (
    ref: string,
    change: { readonly amount?: number; readonly currency?: string; readonly last4?: string },
  ) => Promise<void>
  /** The terminal deposits every charge of up to now with the card companies, in the middle of the day. */
  readonly deposit: () => void
  readonly close: () => Promise<void>
}

const bodyOf = (type: string, raw: string): unknown => {
  if (!type.includes('json')) return Object.fromEntries(new URLSearchParams(raw))
  return JSON.parse(raw)
}

/** A shop that receives webhooks. */
const openShop = async (webhooks: ReceivedWebhook[]) => {
  let status = 200
  const shop = await listen((request, response) => {
    let raw = ''
    request.on('data', (chunk) => (raw += String(chunk)))
    request.on('end', () => {
      const { headers } = request
      if (request.method === 'POST') webhooks.push({ headers, raw, body: bodyOf(headers['content-type'] ?? '', raw) })
      response.writeHead(status).end()
    })
  })
  return {
    ...shop,
    replyWith: (next: number) => {
      status = next
    },
  }
}

/** The simulator on a port of its own, a shop that receives its webhooks, and the adapter between them. */
export const openBench = async (world: World, tested: TestedGateway): Promise<GatewayBench> => {
  const webhooks: ReceivedWebhook[] = []
  const shop = await openShop(webhooks)
  const port = await freePort()
  const ownUrl = `http://127.0.0.1:${port}`
  let depositedAt: Date | undefined
  const options: SimulatorOptions = {
    depositedAt: () => depositedAt,
    db: world.db as unknown as SandboxDb,
    prefix: `/sandbox/${tested.name}`,
    publicUrl: shop.url,
    ownUrl,
    now: world.clock.now,
    fetch,
    pollMs: 0,
  }
  const simulator = Fastify()
  await tested.simulate(simulator, options)
  await simulator.listen({ port, host: '127.0.0.1' })
  const base = `${ownUrl}${options.prefix}`
  let losesReply = false
  const refundPaths: string[] = []
  const faulty: typeof fetch = async (input, init) => {
    const request = new Request(input, init)
    const reply = await fetch(request)
    const { pathname } = new URL(request.url)
    if (!tested.refundPath.test(pathname)) return reply
    refundPaths.push(pathname)
    if (!losesReply) return reply
    losesReply = false
    await reply.text()
    throw new Error('the connection was reset')
  }
  const deps = { fetch: faulty, now: world.clock.now }
  return {
    gateway: tested.connect(base, deps, false),
    wrongSecret: tested.connect(base, deps, true),
    base,
    unreachable: tested.connect('http://127.0.0.1:9', deps, false),
    webhooks,
    replyWith: shop.replyWith,
    shopUrl: shop.url,
    deliver: () => deliverDue(options),
    deleteWebhooks: async () => {
      webhooks.length = 0
      await options.db.deleteFrom('sandbox_notifies').execute()
    },
    refundPaths,
    loseRefundReply: () => {
      losesReply = true
    },
    setFunds: (available) => setFunds(options.db, tested.terminal, available),
    alter: async (ref, change) => {
      const index = tested.indexOf?.(ref) ?? Number(ref)
      await options.db.updateTable('sandbox_transactions').set(change).where('txn_index', '=', index).execute()
    },
    deposit: () => {
      depositedAt = world.clock.now()
    },
    close: async () => {
      await simulator.close()
      await shop.close()
    },
  }
}

/** How much money a simulated terminal has for credits, in agorot; null: always enough. */
export const setFunds = async (db: SandboxDb, terminal: string, available: number | null): Promise<void> => {
  await db.deleteFrom('sandbox_balances').where('terminal', '=', terminal).execute()
  if (available !== null) await db.insertInto('sandbox_balances').values({ terminal, available }).execute()
}

/** A payment of 298.29 shekels that returns to the shop. */
export const testPayment = (shopUrl: string, other: Partial<StartPayment> = {}): StartPayment => ({
  paymentId: randomUUID(),
  eventId: randomUUID(),
  amount: 29_829,
  description: 'אור של נובמבר',
  buyer: { name: 'תמר בן-דוד', phone: '+972507314821', email: 'tamar@example.com' },
  lang: 'he',
  successUrl: `${shopUrl}/success`,
  failUrl: `${shopUrl}/fail?try=1`,
  notifyUrl: `${shopUrl}/notify`,
  ...other,
})

/** The fields that a buyer fills in. */
export const cardForm = (card: string, other: Record<string, string> = {}): URLSearchParams =>
  new URLSearchParams({ card_number: card, expiry: '12/30', cvv: '123', holder_id: '000000018', ...other })

/** Submits a payment page's form, as a browser does without JavaScript. */
export const payWith = (url: string, card: string, other: Record<string, string> = {}): Promise<Response> =>
  fetch(url, { method: 'POST', body: cardForm(card, other), redirect: 'manual' })
