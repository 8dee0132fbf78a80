import type { Answer, Client } from '@kartis/testing/http-client.ts'
import type { Sale } from './world.ts'

/** One request of a buyer and its response. */
export interface Step {
  readonly name: string
  readonly status: number
  readonly ms: number
}

export interface Bought {
  /** The order's uuid, when tickets were reserved. */
  readonly order?: string
  /** Whether the buyer saw the tickets. */
  readonly tickets: boolean
}

interface Reserved {
  readonly data: { readonly uuid: string; readonly token: string }
}
interface Paying {
  readonly data: {
    readonly payment: { readonly uuid: string; readonly url: string } | null
    readonly order: { readonly tickets: readonly unknown[] } | null
  }
}
interface Shown {
  readonly data: { readonly status: string; readonly tickets: readonly unknown[] }
}

/** A card that the sandbox gateway approves. */
const CARD = { card_number: '4580000000001008', expiry: '12/30', cvv: '123', holder_id: '000000018' }
/** Seconds that the server may hold a poll until the payment has an outcome, as the page asks for. */
const POLL_WAIT = 5
const POLL_EVERY = 500
const POLLS = 60
/** Maximum number of tries of a request that is answered with 429 or 503. */
const MAX_TRIES = 30

export const phoneOf = (place: number): string => `05${String(20_000_000 + place).padStart(8, '0')}`

const sleep = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms))

export interface Purchase {
  readonly client: Client
  readonly url: string
  readonly sale: Sale
  readonly onStep: (step: Step) => void
  /** Origin of the payment page, when it is not the server itself. */
  readonly gateway?: string
  /** Headers with the waiting-room pass, sent with the reservation. */
  readonly pass?: Readonly<Record<string, string>>
}

/** Sends a request, records the response, and retries after `Retry-After` as the site's scripts do. */
export const sendWithRetry = async (
  { client, onStep }: Pick<Purchase, 'client' | 'onStep'>,
  name: string,
  ...request: Parameters<Client['send']>
): Promise<Answer> => {
  for (let tries = 1; ; tries++) {
    const answer = await client.send(...request)
    onStep({ name, status: answer.status, ms: answer.ms })
    if ((answer.status !== 503 && answer.status !== 429) || tries === MAX_TRIES) return answer
    await sleep(Number(answer.headers['retry-after'] ?? 1) * 1000)
  }
}

const read = ({ text }: Answer): unknown => JSON.parse(text)

const pay = async (purchase: Purchase, order: string, token: string, place: number): Promise<boolean> => {
  const { url, client, onStep } = purchase
  const mine = { 'x-order-token': token, 'x-app-name': 'order' }
  const base = `${url}/api/v1/public/orders/${order}`
  const details = { name: 'דנה כהן', phone: phoneOf(place), email: `buyer${place}@example.co.il` }
  const started = await sendWithRetry(purchase, 'payment', `${base}/payment`, {
    method: 'POST',
    headers: mine,
    body: { details },
  })
  if (started.status !== 200 && started.status !== 201) return false
  const { payment, order: paid } = (read(started) as Paying).data
  if (paid) return paid.tickets.length > 0
  if (payment) {
    const address = new URL(payment.url)
    const form = `${purchase.gateway ?? url}${address.pathname}${address.search}`
    await sendWithRetry(purchase, 'gateway page', form, { headers: { accept: 'text/html' } })
    const charged = await sendWithRetry(purchase, 'gateway card', form, {
      method: 'POST',
      body: new URLSearchParams(CARD),
    })
    if (charged.status !== 303) return false
  }
  for (let polls = 0; polls < POLLS; polls++) {
    const answer = await client.send(`${base}?wait=${POLL_WAIT}`, { headers: mine })
    onStep({ name: 'order poll', status: answer.status, ms: answer.ms })
    if (answer.status === 200) {
      const { data } = read(answer) as Shown
      if (data.status === 'paid') return data.tickets.length > 0
    }
    await sleep(POLL_EVERY)
  }
  return false
}

/** The last reply to whoever reserves: 201, or why there is nothing. */
export type Reserving = (purchase: Purchase, place: number) => Promise<Answer>

export const RESERVE = '/api/v1/public/orders'

const oneTicket: Reserving = (purchase) =>
  sendWithRetry(purchase, 'reserve', `${purchase.url}${RESERVE}`, {
    method: 'POST',
    headers: { 'x-app-name': 'order', ...purchase.pass },
    body: { event_uuid: purchase.sale.event, items: [{ events_ticket_uuid: purchase.sale.type, quantity: 1 }] },
  })

/** Buys from the reservation, by default of one ticket, to the issued tickets. */
export const buy = async (purchase: Purchase, place: number, reserving: Reserving = oneTicket): Promise<Bought> => {
  const reserved = await reserving(purchase, place)
  if (reserved.status !== 201) return { tickets: false }
  const { uuid, token } = (read(reserved) as Reserved).data
  return { order: uuid, tickets: await pay(purchase, uuid, token, place) }
}
