import { randomBytes } from 'node:crypto'
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'

type Row = Readonly<Record<string, string>>

/** How the gateway misbehaves; by default it does not. */
export interface GatewayErrors {
  /** Milliseconds before every reply to the server. */
  delay: number
  /** Connections are accepted and never answered. */
  isSilent: boolean
  /** How often each charge is told. */
  webhooks: 0 | 1 | 2
  /** Webhooks tell of charges that were never made, and of other sums. */
  lies: boolean
  /** Refunds are made, and their replies are lost. */
  losesReplies: boolean
}

/** A running gateway and the settings of a server that charges there. */
export interface InMemoryGateway {
  readonly url: string
  readonly env: Readonly<Record<string, string>>
  readonly errors: GatewayErrors
  /** Sets the origin that receives webhooks; before that no webhook is sent. */
  readonly serve: (shop: string) => void
  /** What was charged and given back, in agorot, by payment. */
  readonly charges: ReadonlyMap<string, number>
  readonly refunds: readonly { readonly payment: string; readonly refund: string; readonly amount: number }[]
  readonly close: () => Promise<void>
}

const TERMINAL = 'bench'
const REFERENCE = 'kartis_payment'
const RETRIES = 40
const RETRY_MS = 500

const bodyOf = async (request_: IncomingMessage): Promise<string> => {
  const parts: Buffer[] = []
  for await (const part of request_) parts.push(part as Buffer)
  return Buffer.concat(parts).toString()
}

const shekels = (agorot: number): string => `${Math.trunc(agorot / 100)}.${String(agorot % 100).padStart(2, '0')}`

/** Sends the webhook and waits for the response, as the gateway does before it redirects the browser. Whether it was taken. */
const notifyShop = (address: URL, fields: Row): Promise<boolean> =>
  new Promise((done) => {
    const body = new URLSearchParams(fields).toString()
    const outgoing = request(address, {
      method: 'POST',
      headers: {
        'content-type': 'application/x-www-form-urlencoded',
        'content-length': String(Buffer.byteLength(body)),
      },
    })
    outgoing.on('response', (answer) =>
      answer
        .resume()
        .on('end', () => done((answer.statusCode ?? 500) < 500))
        .on('error', () => done(false)),
    )
    outgoing.on('error', () => done(false))
    outgoing.end(body)
  })

const chargeOf = (index: number, agorot: number, payment: string): Row => ({
  index: String(index),
  amount: String(agorot),
  currency: '1',
  processor_response_code: '000',
  txn_type: 'DEBIT',
  tranmode: 'A',
  authorization_number: '0012345',
  credit_card_token: 'x0000000000000001008',
  card_brand: '2',
  card_type: '2',
  clearing_processor: '2',
  is_foreign: '0',
  number_of_payments: '0',
  user_defined_1: payment,
})

interface Credit {
  readonly reference_txn_id: number
  readonly items: readonly { readonly unit_price: number }[]
  readonly user_defined_fields: readonly { readonly name: string; readonly value: string }[]
}

const openRecords = () => {
  /** Charges by payment, credits by refund. */
  const rows = new Map<string, Row>()
  const charges = new Map<string, number>()
  const refunds: { payment: string; refund: string; amount: number }[] = []
  let index = 10_000

  const charge = (payment: string, agorot: number): Row => {
    const before = rows.get(payment)
    if (before) return before
    const row = chargeOf(index++, agorot, payment)
    rows.set(payment, row)
    charges.set(payment, agorot)
    return row
  }

  /** Gives back a part of a charge, once for each refund and never more than was charged. */
  const credit = ({ reference_txn_id, items, user_defined_fields }: Credit): Record<string, unknown> => {
    const refund = user_defined_fields.find(({ name }) => name === 'DCdisable')?.value ?? ''
    const amount = items.reduce((sum, { unit_price }) => sum + Math.round(unit_price * 100), 0)
    const original = [...rows.values()].find(
      (row) => row['index'] === String(reference_txn_id) && row['txn_type'] === 'DEBIT',
    )
    if (!original) return { error_code: 20112, message: 'Original transaction not found' }
    if (rows.has(refund)) return { error_code: 20105, message: 'Duplicate transaction' }
    const payment = original['user_defined_1'] ?? ''
    const returned = refunds.reduce((sum, made) => (made.payment === payment ? sum + made.amount : sum), 0)
    if (returned + amount > Number(original['amount']))
      return { error_code: 23002, message: 'Refund amount is greater than the original transaction' }
    const row: Row = {
      ...chargeOf(index++, amount, refund),
      txn_type: 'CREDIT',
      tranmode: `C${reference_txn_id}`,
    }
    rows.set(refund, row)
    refunds.push({ payment, refund, amount })
    return {
      error_code: 0,
      message: 'Success',
      transaction_result: { processor_response_code: '000', transaction_id: Number(row['index']) },
    }
  }
  return { rows, charges, refunds, charge, credit }
}

/** Sends webhooks to the shop, and sends those again that it did not take. */
const openWebhooks = () => {
  const state = { shop: '', isClosed: false }

  const notify = async (page: URLSearchParams, payment: string, row: Row): Promise<void> => {
    if (!state.shop) return
    const address = new URL(new URL(page.get('notify_url_address') ?? '/').pathname, state.shop)
    const fields = {
      Response: '000',
      index: row['index'] ?? '',
      sum: shekels(Number(row['amount'])),
      DCdisable: payment,
      [REFERENCE]: payment,
    }
    const isTaken = await notifyShop(address, fields)
    if (!isTaken) void retry(address, fields)
  }

  /** A webhook that was not taken is sent again; the browser does not wait for it. */
  const retry = async (address: URL, fields: Row): Promise<void> => {
    for (let times = 0; times < RETRIES && !state.isClosed; times++) {
      await sleep(RETRY_MS)
      if (await notifyShop(address, fields)) return
    }
  }
  return {
    notify,
    serve: (shop: string) => {
      state.shop = shop
    },
    close: () => {
      state.isClosed = true
    },
  }
}

/**
 * A gateway of negligible cost: it implements the calls of the payment port in memory, so that a purchase is measured as in
 * production, where the gateway is another machine. Its records outlive every server, and it can misbehave.
 */
export const startInMemoryGateway = async (): Promise<InMemoryGateway> => {
  const records = openRecords()
  const errors: GatewayErrors = { delay: 0, isSilent: false, webhooks: 1, lies: false, losesReplies: false }
  const webhooks = openWebhooks()

  /** Charges a card: records it, then sends the webhook. */
  const take = async (page: URLSearchParams): Promise<void> => {
    const payment = page.get(REFERENCE) ?? ''
    const agorot = Math.round(Number(page.get('sum') ?? '0') * 100)
    if (errors.lies) await webhooks.notify(page, payment, chargeOf(990_000, agorot, payment))
    const row = records.charge(payment, agorot)
    if (errors.lies) await webhooks.notify(page, payment, { ...row, amount: String(agorot * 2) })
    for (let sent = 0; sent < errors.webhooks; sent++) await webhooks.notify(page, payment, row)
  }

  const answer = async (request: IncomingMessage, reply: ServerResponse): Promise<void> => {
    const address = new URL(request.url ?? '/', 'http://gateway')
    const text = await bodyOf(request)
    const isCall = address.pathname.startsWith('/v')
    if (isCall && errors.isSilent) return
    if (isCall && errors.delay > 0) await sleep(errors.delay)
    const json = (body: object): unknown =>
      reply.setHeader('content-type', 'application/json').end(JSON.stringify(body))
    if (address.pathname === '/v2/handshake/create')
      return void json({ error_code: 0, message: 'Success', thtk: `t${randomBytes(16).toString('hex')}` })
    if (address.pathname === '/v1/transaction') {
      const { ufields = [] } = JSON.parse(text) as { ufields?: readonly { value: string }[] }
      const found = records.rows.get(ufields[0]?.value ?? '')
      return void json({ error_code: 0, message: 'Success', transactions: found ? [found] : [] })
    }
    if (address.pathname === '/v1/transaction/credit_card/create') {
      const made = records.credit(JSON.parse(text) as Credit)
      return void (errors.losesReplies ? reply.destroy() : json(made))
    }
    if (request.method !== 'POST') return void reply.setHeader('content-type', 'text/html').end('<form method="post">')
    await take(address.searchParams)
    reply.writeHead(303, { location: address.searchParams.get('success_url_address') ?? '/' }).end()
  }
  const server = createServer((request, reply) => {
    answer(request, reply).catch(() => reply.writeHead(500).end())
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const at = server.address()
  const url = `http://127.0.0.1:${typeof at === 'object' && at ? at.port : 0}`
  return {
    url,
    errors,
    charges: records.charges,
    refunds: records.refunds,
    env: {
      PAYMENTS: 'tranzila',
      TRANZILA_TERMINAL: TERMINAL,
      TRANZILA_APP_KEY: 'bench',
      TRANZILA_SECRET: 'bench',
      TRANZILA_REFERENCE_FIELD: REFERENCE,
      TRANZILA_API_URL: url,
      TRANZILA_REPORT_URL: url,
      TRANZILA_IFRAME_URL: url,
    },
    serve: webhooks.serve,
    close: async () => {
      webhooks.close()
      server.closeAllConnections()
      await new Promise((done) => server.close(done))
    },
  }
}
