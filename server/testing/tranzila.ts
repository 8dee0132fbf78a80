import { randomUUID } from 'node:crypto'
import type { AddressInfo } from 'node:net'
import Fastify from 'fastify'
import type { Gateway, StartPayment } from '../modules/payments/payments/gateway.ts'
import type { TranzilaConfig } from '../modules/payments/payments/gateways/tranzila/config.ts'
import { tranzilaGateway } from '../modules/payments/payments/gateways/tranzila/tranzila.ts'
import { deliverDue } from '@kartis/simulators/tranzila/notify.ts'
import type { SandboxOptions } from '@kartis/simulators/tranzila/options.ts'
import type { SandboxDb } from '@kartis/simulators/tranzila/queries.ts'
import { tranzilaSimulator } from '@kartis/simulators/tranzila/simulator.ts'
import { listen } from '@kartis/simulators/listen.ts'
import type { World } from './world.ts'

export const GOOD_CARD = '4580000000001008'

export interface TranzilaSetup {
  readonly gateway: Gateway
  /** The adapter of the same simulator with other settings. */
  readonly gatewayWith: (config: Partial<TranzilaConfig>) => Gateway
  readonly config: TranzilaConfig
  /** Every notify that reached the shop, in order of arrival. */
  readonly notifies: Record<string, string>[]
  /** Sets the status that the shop replies to notifies with. */
  readonly replyWith: (status: number) => void
  readonly shopUrl: string
  /** Sends due notifies, as the simulator does by itself twice a second. */
  readonly deliver: () => Promise<number>
  /** Deletes every notify, sent or waiting. */
  readonly deleteNotifies: () => Promise<void>
  readonly close: () => Promise<void>
}

/** The simulator on a port of its own, a shop that receives its notifies, and the adapter between them. */
export const openTranzila = async (world: World): Promise<TranzilaSetup> => {
  const notifies: Record<string, string>[] = []
  let status = 200
  const shop = await listen((request, response) => {
    let body = ''
    request.on('data', (chunk) => (body += String(chunk)))
    request.on('end', () => {
      if (request.method === 'POST') notifies.push(Object.fromEntries(new URLSearchParams(body)))
      response.writeHead(status).end()
    })
  })
  const credentials = { terminal: 'kartistest', appKey: 'app-key', secret: 'secret', password: 'pw' }
  const options: SandboxOptions = {
    db: world.db as unknown as SandboxDb,
    prefix: '/sandbox/tranzila',
    credentials,
    publicUrl: shop.url,
    now: world.clock.now,
    fetch,
    userFields: ['kartis_payment'],
    pollMs: 0,
  }
  const app = Fastify()
  await tranzilaSimulator(app, options)
  await app.listen({ port: 0, host: '127.0.0.1' })
  const base = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}/sandbox/tranzila`
  const config: TranzilaConfig = {
    ...credentials,
    apiBase: base,
    reportBase: base,
    pageBase: base,
    referenceField: 'kartis_payment',
    handshakeVersion: 'v2',
  }
  const gatewayWith = (other: Partial<TranzilaConfig>): Gateway =>
    tranzilaGateway({ ...config, ...other }, { now: world.clock.now })
  return {
    gateway: gatewayWith({}),
    gatewayWith,
    config,
    notifies,
    replyWith: (next) => {
      status = next
    },
    shopUrl: shop.url,
    deliver: () => deliverDue(options),
    deleteNotifies: async () => {
      notifies.length = 0
      await options.db.deleteFrom('sandbox_notifies').execute()
    },
    close: async () => {
      await app.close()
      await shop.close()
    },
  }
}

/** A payment of 298.29 shekels that returns to the shop. */
export const testPayment = (tranzila: TranzilaSetup, other: Partial<StartPayment> = {}): StartPayment => ({
  paymentId: randomUUID(),
  eventId: randomUUID(),
  amount: 29_829,
  description: 'אור של נובמבר',
  buyer: { name: 'תמר בן-דוד', phone: '+972507314821', email: 'tamar@example.com' },
  lang: 'he',
  successUrl: `${tranzila.shopUrl}/success`,
  failUrl: `${tranzila.shopUrl}/fail?try=1`,
  notifyUrl: `${tranzila.shopUrl}/notify`,
  ...other,
})

/** The fields that a buyer fills in. */
export const cardForm = (card: string, other: Record<string, string> = {}): URLSearchParams =>
  new URLSearchParams({ card_number: card, expiry: '12/30', cvv: '123', holder_id: '000000018', ...other })

/** Submits a payment page's form, as a browser does without JavaScript. */
export const payWith = (url: string, card: string, other: Record<string, string> = {}): Promise<Response> =>
  fetch(url, { method: 'POST', body: cardForm(card, other), redirect: 'manual' })
