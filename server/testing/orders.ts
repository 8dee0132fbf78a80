import type { BodyIn } from '@kartis/contract/endpoint.ts'
import { notify } from '@kartis/contract/payments.ts'
import { pay, type Reservation, reserve, showBuyerOrder, updateOrder } from '@kartis/contract/public-orders.ts'
import type { Ticket } from '@kartis/contract/tickets.ts'
import { sql } from 'kysely'
import { newPhone } from './people.ts'
import type { Answer, World } from './world.ts'

const done = <R>(answer: Answer<R>): R => {
  if (answer.error) throw new Error(`refused: ${answer.text}`)
  return answer.body
}

type Cart = Readonly<Record<string, number>>

/** Asks for a reservation; `cart` is ticket type uuid to quantity. */
export const requestReservation = (world: World, eventId: string, cart: Cart, idempotencyKey?: string) =>
  world.call(reserve, {
    ...(idempotencyKey && { idempotencyKey }),
    body: {
      event_uuid: eventId,
      items: Object.entries(cart).map(([events_ticket_uuid, quantity]) => ({ events_ticket_uuid, quantity })),
    },
  })

/** A reservation that must succeed. */
export const reserved = async (world: World, eventId: string, cart: Cart): Promise<Reservation> =>
  done(await requestReservation(world, eventId, cart)).data

/** How a buyer identifies the order in further calls. */
export const holding = (order: { uuid: string; token: string }) => ({
  params: { uuid: order.uuid },
  orderToken: order.token,
})

export const withDetails = async (world: World, order: Reservation, phone = newPhone()): Promise<Reservation> => {
  done(
    await world.call(updateOrder, { ...holding(order), body: { name: 'דנה כהן', phone, email: 'dana@example.co.il' } }),
  )
  return order
}

/** The buyer is at the gateway; the payment's uuid. */
export const atGateway = async (world: World, order: Reservation, body?: BodyIn<typeof pay>): Promise<string> => {
  const { payment } = done(await world.call(pay, { ...holding(order), ...(body && { body }) })).data
  if (!payment) throw new Error('there was nothing to pay')
  return payment.uuid
}

export const showOrder = async (world: World, order: { uuid: string; token: string }) =>
  done(await world.call(showBuyerOrder, holding(order))).data

/** A free order from cart to tickets. Give it the types of an event that cost nothing. */
export const freeOrder = async (
  world: World,
  eventId: string,
  cart: Cart,
  phone = newPhone(),
): Promise<Reservation & { tickets: Ticket[] }> => {
  const order = await withDetails(world, await reserved(world, eventId, cart), phone)
  done(await world.call(pay, holding(order)))
  return { ...order, tickets: (await showOrder(world, order)).tickets }
}

/** Delivers a webhook of the gateway and runs its job. */
export const deliverWebhook = async (world: World, body: Record<string, string>, provider = 'test'): Promise<void> => {
  done(await world.call(notify, { params: { provider }, body }))
  await world.platform.jobs.drain({ names: ['payments.word'] })
}

export interface Balance {
  readonly total: number
  readonly held: number
  readonly sold: number
  /** What open orders hold. */
  readonly inHolds: number
  /** Valid tickets. */
  readonly tickets: number
}

/** The counters of a ticket type beside what they must be, counted from orders and tickets. */
export const balanceOf = async (world: Pick<World, 'db'>, typeId: string): Promise<Balance> => {
  const { rows } = await sql<Balance>`
    select s.total, s.held, s.sold,
      (select coalesce(sum(l.quantity), 0)::int from orders o
         join order_lines l on l.event_id = o.event_id and l.order_id = o.id
         where o.status in ('reserved', 'pending_payment') and l.ticket_type_id = s.ticket_type_id) as "inHolds",
      (select count(*)::int from tickets t where t.ticket_type_id = s.ticket_type_id and t.status = 'valid') as tickets
    from stock s where s.ticket_type_id = ${typeId}`.execute(world.db)
  const [row] = rows
  if (!row) throw new Error('no such ticket type')
  return row
}

/**
 * Types a card into the sandbox gateway's page and sends it with other fields of the page; where the browser is sent next.
 * `browse` is the `fetch` of the buyer's browser.
 */
export const typeCard = async (
  url: string,
  card: string,
  browse: typeof fetch = fetch,
  other: Readonly<Record<string, string>> = {},
): Promise<string> => {
  const body = new URLSearchParams({ card_number: card, expiry: '12/29', cvv: '123', holder_id: '000000018', ...other })
  const answer = await browse(url, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body,
    redirect: 'manual',
  })
  const next = answer.headers.get('location')
  if (!next) throw new Error(`the payment page answered ${answer.status}: ${(await answer.text()).slice(0, 300)}`)
  return next
}
