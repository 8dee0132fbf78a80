import type { Answer, Client } from './client.ts'
import type { Sale } from './world.ts'

/** One step of a buyer's way, as it was answered. */
export interface Step {
  readonly name: string
  readonly status: number
  readonly ms: number
}

export interface Bought {
  /** The order's uuid, when tickets were reserved. */
  readonly order?: string
  /** The buyer saw tickets. */
  readonly tickets: boolean
}

interface Reserved {
  readonly data: { readonly uuid: string; readonly token: string }
}
interface Paying {
  readonly data: { readonly payment: { readonly uuid: string; readonly url: string } | null }
}
interface Shown {
  readonly data: { readonly status: string; readonly tickets: readonly unknown[] }
}

/** The sandbox gateway approves it. */
const CARD = { card_number: '4580000000001008', expiry: '12/30', cvv: '123', holder_id: '000000018' }
const POLL_EVERY = 500
const POLLS = 60
/** How often a buyer who is told to come back does so. */
const PATIENCE = 30

export const phoneOf = (place: number): string => `05${String(20_000_000 + place).padStart(8, '0')}`

const sleep = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms))

export interface Walk {
  readonly client: Client
  readonly url: string
  readonly sale: Sale
  readonly heard: (step: Step) => void
  /** Where the payment page is, when it is not on the server itself. */
  readonly gateway?: string
  /** What a waiting room gave; goes with the reservation. */
  readonly pass?: Readonly<Record<string, string>>
}

/** Asks, keeps what was heard, and comes back when told to wait, as the site's own scripts do. */
const patiently = async (
  { client, heard }: Walk,
  name: string,
  ...ask: Parameters<Client['send']>
): Promise<Answer> => {
  for (let tries = 1; ; tries++) {
    const answer = await client.send(...ask)
    heard({ name, status: answer.status, ms: answer.ms })
    if ((answer.status !== 503 && answer.status !== 429) || tries === PATIENCE) return answer
    await sleep(Number(answer.headers['retry-after'] ?? 1) * 1000)
  }
}

const read = ({ text }: Answer): unknown => JSON.parse(text)

const pay = async (walk: Walk, order: string, token: string, place: number): Promise<boolean> => {
  const { url, client, heard } = walk
  const mine = { 'x-order-token': token, 'x-app-name': 'order' }
  const base = `${url}/api/v1/public/orders/${order}`
  const details = await patiently(walk, 'details', base, {
    method: 'PATCH',
    headers: mine,
    body: { name: 'דנה כהן', phone: phoneOf(place), email: `buyer${place}@example.co.il` },
  })
  if (details.status !== 200) return false
  const started = await patiently(walk, 'payment', `${base}/payment`, { method: 'POST', headers: mine, body: {} })
  if (started.status !== 200 && started.status !== 201) return false
  const { payment } = (read(started) as Paying).data
  if (payment) {
    const address = new URL(payment.url)
    const form = `${walk.gateway ?? url}${address.pathname}${address.search}`
    await patiently(walk, 'gateway page', form, { headers: { accept: 'text/html' } })
    const charged = await patiently(walk, 'gateway card', form, { method: 'POST', body: new URLSearchParams(CARD) })
    if (charged.status !== 303) return false
  }
  for (let polls = 0; polls < POLLS; polls++) {
    const answer = await client.send(base, { headers: mine })
    heard({ name: 'order poll', status: answer.status, ms: answer.ms })
    if (answer.status === 200) {
      const { data } = read(answer) as Shown
      if (data.status === 'paid') return data.tickets.length > 0
    }
    await sleep(POLL_EVERY)
  }
  return false
}

/** From the cart to the tickets. */
export const buy = async (walk: Walk, place: number): Promise<Bought> => {
  const { url, sale } = walk
  const reserved = await patiently(walk, 'reserve', `${url}/api/v1/public/orders`, {
    method: 'POST',
    headers: { 'x-app-name': 'order', ...walk.pass },
    body: { event_uuid: sale.event, items: [{ events_ticket_uuid: sale.type, quantity: 1 }] },
  })
  if (reserved.status !== 201) return { tickets: false }
  const { uuid, token } = (read(reserved) as Reserved).data
  return { order: uuid, tickets: await pay(walk, uuid, token, place) }
}
