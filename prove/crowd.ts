import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { BuyerOrder } from '@kartis/contract/public-orders.ts'
import { openClient } from '@kartis/testing/http-client.ts'
import { newProducer, type Producer, signIn } from '@kartis/testing/people.ts'
import { createSale } from '@kartis/testing/sales.ts'
import type { Installation } from './installation.ts'
import { openRequests, type Reply, type Requests } from './requests.ts'

/** The event that is sold: tickets by card, free ones, and a few that many want. */
export interface Stage {
  readonly producer: Producer
  readonly event: string
  readonly card: string
  readonly free: string
  readonly scarce: string
}

/** What the server has confirmed to its callers: none of it may turn out to be untrue. */
export interface Confirmed {
  /** Orders whose reservation was confirmed. */
  readonly reserved: Set<string>
  /** The tickets that buyers saw, by order. */
  readonly tickets: Map<string, readonly string[]>
  /** Tickets that were admitted, and how often. */
  readonly admitted: Map<string, number>
  /** Orders whose cancellation with a refund was confirmed. */
  readonly cancelled: Set<string>
  /** Requests that nobody decided in time. */
  readonly undecided: string[]
}

export interface Crowd {
  readonly confirmed: Confirmed
  readonly requests: Requests
  /** Number of orders whose tickets were seen. */
  readonly bought: () => number
  /** Resolves when so many more orders were bought; rejects after the time. */
  readonly untilBought: (more: number, milliseconds?: number) => Promise<number>
  /** Lets everybody finish what he has begun. */
  readonly stop: () => Promise<void>
}

const TOTAL = 1_000_000
export const SCARCE = 25
/** Of the orders: every so many is free, wants a scarce ticket, is cancelled, is scanned. */
const FREE = 3
const SCARCE_EVERY = 4
const CANCELLED = 9
const SCANNED = 4
const PAUSE_MS = 15
const POLL_MS = 150
const POLLS = 600
const DAY_MS = 86_400_000
/** The reservation is over, which the buyer is told. */
const ENDED = new Set(['hold_expired', 'order_state'])
const CARD = { card_number: '4580000000001008', expiry: '12/30', cvv: '123', holder_id: '000000018' }

export const openStage = async (installation: Installation): Promise<Stage> => {
  const producer = await newProducer(installation.url)
  const { event, types } = await createSale(producer, {
    event: { starts_at: new Date(Date.now() + 30 * DAY_MS).toISOString() },
    types: [
      { name: 'כניסה', price: 100, sum_total_available: TOTAL },
      { name: 'הזמנה', price: 0, sum_total_available: TOTAL },
      { name: 'קדמת במה', price: 250, sum_total_available: SCARCE },
    ],
  })
  const [card, free, scarce] = types.map(({ uuid }) => uuid)
  return { producer, event: event.uuid, card: card ?? '', free: free ?? '', scarce: scarce ?? '' }
}

/** Buyers, a gate and a producer who cancels, all at once until `stop`. */
export const openCrowd = (installation: Installation, stage: Stage, buyers: number): Crowd => {
  const requests = openRequests(installation.url)
  // The gateway is another machine: its pages are reached whatever happens to the server.
  const browser = openClient(64)
  const confirmed: Confirmed = {
    reserved: new Set(),
    tickets: new Map(),
    admitted: new Map(),
    cancelled: new Set(),
    undecided: [],
  }
  const stopping = new AbortController()
  let place = 0
  let session = stage.producer.token

  /** A request of the producer, who signs in again when the session has ended. */
  const asProducer = async (step: string, path: string, body: object): Promise<Reply | undefined> => {
    for (;;) {
      const headers = { authorization: `Bearer ${session}`, 'x-account-id': stage.producer.account }
      const reply = await requests.decide(step, path, { method: 'POST', headers, body })
      if (reply?.status !== 401) return reply
      session = (await signIn(installation.url, stage.producer.phone)).token
    }
  }

  /** The order with its tickets once it is paid; undefined when it ended otherwise. */
  const awaitTickets = async (order: string, buyer: Readonly<Record<string, string>>) => {
    for (let polls = 0; polls < POLLS; polls++) {
      const reply = await requests.decide('order', `/v1/public/orders/${order}`, { headers: buyer })
      const shown = reply?.data as BuyerOrder | undefined
      if (shown?.status === 'paid') return shown
      if (!shown || !['reserved', 'pending_payment'].includes(shown.status)) return undefined
      await sleep(POLL_MS)
    }
    confirmed.undecided.push(`payment of ${order}`)
    return undefined
  }

  const choiceOf = (number: number): { readonly type: string; readonly quantity: number } => {
    if (number % SCARCE_EVERY === 0) return { type: stage.scarce, quantity: 1 }
    return { type: number % FREE === 0 ? stage.free : stage.card, quantity: 1 + (number % 2) }
  }

  const buy = async (number: number): Promise<void> => {
    const { type, quantity } = choiceOf(number)
    const reserved = await requests.decide('reserve', '/v1/public/orders', {
      method: 'POST',
      body: { event_uuid: stage.event, items: [{ events_ticket_uuid: type, quantity }] },
    })
    if (!reserved) return void confirmed.undecided.push('reservation')
    if (reserved.status !== 201) return
    const { uuid, token } = reserved.data as { uuid: string; token: string }
    confirmed.reserved.add(uuid)
    const buyer = { 'x-order-token': token }
    const path = `/v1/public/orders/${uuid}`
    // The simulated providers refuse numbers that end in 00 to 03.
    const phone = `0521${String(number).padStart(5, '0')}7`
    const body = { name: 'דנה כהן', phone, email: `buyer${number}@example.co.il` }
    const details = await requests.decide('details', path, { method: 'PATCH', headers: buyer, body })
    if (details?.code && ENDED.has(details.code)) return
    if (details?.status !== 200) return void confirmed.undecided.push(`details of ${uuid}`)
    const paying = await requests.decide('payment', `${path}/payment`, { method: 'POST', headers: buyer, body: {} })
    if (paying?.code === 'hold_expired') return
    // A repeated request whose first reply was lost meets an order that is paid already.
    if (paying?.status !== 200 && paying?.code !== 'order_state')
      return void confirmed.undecided.push(`start of a payment of ${uuid}: ${paying?.code}`)
    const payment = (paying.data as { payment: { url: string } | null } | undefined)?.payment
    if (payment) {
      const page = new URL(payment.url)
      const form = `${installation.gateway.url}${page.pathname}${page.search}`
      await browser.send(form, { method: 'POST', body: new URLSearchParams(CARD) })
    }
    const shown = await awaitTickets(uuid, buyer)
    if (!shown) return
    confirmed.tickets.set(
      uuid,
      shown.tickets.map(({ code }) => code),
    )
    if (number % CANCELLED === 1) await cancel(uuid)
    else if (number % SCANNED === 2) for (const { code } of shown.tickets) await scanTwice(code)
  }

  const cancel = async (order: string): Promise<void> => {
    const reply = await asProducer('cancel', `/v1/producer/orders/${order}/cancel`, { refund: true })
    // As above: the first request may have cancelled it.
    if (reply?.status === 200 || reply?.code === 'order_state') confirmed.cancelled.add(order)
    else confirmed.undecided.push(`cancellation of ${order}: ${reply?.code}`)
  }

  /** Two devices scan one ticket: one of them must learn that it was used. */
  const scanTwice = async (code: string): Promise<void> => {
    const scan = async (): Promise<void> => {
      const path = `/v1/producer/events/${stage.event}/scan_ticket`
      const reply = await asProducer('scan', path, { ticket_uuid: code, scan_uuid: randomUUID() })
      if (reply?.status === 200) confirmed.admitted.set(code, (confirmed.admitted.get(code) ?? 0) + 1)
      else if (!reply) confirmed.undecided.push('scan')
    }
    await Promise.all([scan(), scan()])
  }

  const living = Array.from({ length: buyers }, async () => {
    while (!stopping.signal.aborted) {
      await buy(place++)
      await sleep(PAUSE_MS)
    }
  })
  const bought = (): number => confirmed.tickets.size
  return {
    confirmed,
    requests,
    bought,
    untilBought: async (more, milliseconds = 60_000) => {
      const began = Date.now()
      const enough = bought() + more
      while (bought() < enough) {
        if (Date.now() - began > milliseconds) throw new Error(`not ${more} orders within ${milliseconds} ms`)
        await sleep(20)
      }
      return Date.now() - began
    },
    stop: async () => {
      stopping.abort()
      await Promise.all(living)
      requests.close()
      browser.close()
    },
  }
}
