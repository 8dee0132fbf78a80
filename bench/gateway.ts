import { randomBytes } from 'node:crypto'
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'

/** A running gateway and the settings of a server that charges there. */
export interface Gateway {
  readonly url: string
  readonly env: Readonly<Record<string, string>>
  /** Sets the origin that receives webhooks; before that no webhook is sent. */
  readonly serve: (shop: string) => void
  readonly close: () => Promise<void>
}

const TERMINAL = 'bench'
const REFERENCE = 'kartis_payment'

const bodyOf = async (request_: IncomingMessage): Promise<string> => {
  const parts: Buffer[] = []
  for await (const part of request_) parts.push(part as Buffer)
  return Buffer.concat(parts).toString()
}

const shekels = (agorot: number): string => `${Math.trunc(agorot / 100)}.${String(agorot % 100).padStart(2, '0')}`

/** Sends the webhook and waits for the response, as the gateway does before it redirects the browser. */
const notifyShop = (address: URL, fields: Readonly<Record<string, string>>): Promise<void> =>
  new Promise((done) => {
    const body = new URLSearchParams(fields).toString()
    const outgoing = request(address, {
      method: 'POST',
      headers: {
        'content-type': 'application/x-www-form-urlencoded',
        'content-length': String(Buffer.byteLength(body)),
      },
    })
    outgoing.on('response', (answer) => answer.resume().on('end', done))
    outgoing.on('error', () => done())
    outgoing.end(body)
  })

const chargeOf = (index: number, agorot: number, payment: string): Readonly<Record<string, string>> => ({
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

/** Charges a card: records it, then sends the webhook. */
const take = async (books: Map<string, Readonly<Record<string, string>>>, shop: string, page: URLSearchParams) => {
  const payment = page.get(REFERENCE) ?? ''
  const sum = page.get('sum') ?? '0'
  const charge = chargeOf(10_000 + books.size, Math.round(Number(sum) * 100), payment)
  books.set(payment, charge)
  if (!shop) return
  await notifyShop(new URL(new URL(page.get('notify_url_address') ?? '/').pathname, shop), {
    Response: '000',
    index: charge['index'] ?? '',
    sum: shekels(Number(charge['amount'])),
    DCdisable: payment,
    [REFERENCE]: payment,
  })
}

/**
 * A gateway of negligible cost: it implements the three calls of the payment port in memory, so that a purchase is measured as in
 * production, where the gateway is another machine.
 */
export const startGateway = async (): Promise<Gateway> => {
  const books = new Map<string, Readonly<Record<string, string>>>()
  let shop = ''
  const answer = async (request: IncomingMessage, reply: ServerResponse): Promise<void> => {
    const address = new URL(request.url ?? '/', 'http://gateway')
    const text = await bodyOf(request)
    const json = (body: object): unknown =>
      reply.setHeader('content-type', 'application/json').end(JSON.stringify(body))
    if (address.pathname === '/v2/handshake/create')
      return void json({ error_code: 0, message: 'Success', thtk: `t${randomBytes(16).toString('hex')}` })
    if (address.pathname === '/v1/transaction') {
      const { ufields = [] } = JSON.parse(text) as { ufields?: readonly { value: string }[] }
      const found = books.get(ufields[0]?.value ?? '')
      return void json({ error_code: 0, message: 'Success', transactions: found ? [found] : [] })
    }
    if (request.method !== 'POST') return void reply.setHeader('content-type', 'text/html').end('<form method="post">')
    await take(books, shop, address.searchParams)
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
    serve: (address) => {
      shop = address
    },
    close: async () => {
      server.closeAllConnections()
      await new Promise((done) => server.close(done))
    },
  }
}
