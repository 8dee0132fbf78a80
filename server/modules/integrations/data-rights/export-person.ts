import { Readable } from 'node:stream'
import { toShekels } from '@kartis/domain/money.ts'
import { ticketNumber } from '@kartis/domain/ticket-number.ts'
import { dayIn, ISRAEL_ZONE } from '@kartis/domain/zone.ts'
import type { Platform } from '../../../platform/platform.ts'
import { type Download, download } from '../../../platform/http/download.ts'
import type { PersonData } from './find-person.ts'
import { type HeldTicketRow, messagesToHolder } from './held-tickets-queries.ts'
import { type PersonOrder, type OrderDetails, orderDetails } from './person-queries.ts'

/** Number of orders whose details are read with one statement. */
const PART = 50

const exported = (order: PersonOrder, details: OrderDetails | undefined) => ({
  number: order.number,
  event: order.event_name,
  event_starts_at: order.starts_at,
  status: order.status,
  total: toShekels(order.total),
  created_at: order.created_at,
  paid_at: order.paid_at,
  buyer: { name: order.buyer_name, phone: order.buyer_phone, email: order.buyer_email },
  marketing_consent_at: order.marketing_consent_at,
  lines: details?.lines,
  tickets: details?.tickets,
  payments: details?.payments,
  answers: details?.answers,
  files: details?.files,
  messages: details?.messages,
  history: details?.history,
})

async function* jsonChunks(
  platform: Platform,
  about: Readonly<Record<string, unknown>>,
  orders: readonly PersonOrder[],
): AsyncGenerator<string> {
  // The end of the object (`\n}`) is cut off and written after the last order.
  yield `${JSON.stringify(about, null, 2).slice(0, -2)},\n  "orders": [`
  for (let from = 0; from < orders.length; from += PART) {
    const part = orders.slice(from, from + PART)
    const ids = part.map(({ id }) => id)
    const details = new Map((await orderDetails(platform.reportDb, ids)).map((row) => [row.id, row]))
    const texts = part.map((order) => JSON.stringify(exported(order, details.get(order.id)), null, 2))
    yield `${from === 0 ? '' : ','}\n${texts.join(',\n')}`
  }
  yield '\n  ]\n}\n'
}

const exportedHeld = (ticket: HeldTicketRow) => ({
  number: ticketNumber(ticket.order_number, ticket.position),
  name: ticket.name,
  event: ticket.event_name,
  event_starts_at: ticket.starts_at,
  status: ticket.status,
  redeemed_at: ticket.redeemed_at,
  held_since: ticket.held_since,
  holder: { name: ticket.holder_name, phone: ticket.holder_phone },
})

/** Tickets that others bought and the person holds, with the messages about them, where there are any. */
const partsOfHolder = async ({ reportDb }: Platform, held: readonly HeldTicketRow[]) => {
  const [first] = held
  if (!first) return {}
  const eventIds = held.map(({ event_id: id }) => id)
  return {
    held_tickets: held.map(exportedHeld),
    messages_to_holder: await messagesToHolder(reportDb, first.holder_phone, eventIds),
  }
}

/**
 * The data stored about a person as a JSON file. It is streamed while the orders are read in parts, so that it is never
 * in memory as a whole. `about`: the fields before `orders`.
 */
export const personalDataFile = async (
  platform: Platform,
  about: Readonly<Record<string, unknown>>,
  { orders, held }: PersonData,
  now: Date,
): Promise<Download> => {
  const before = { made_at: now, ...about, ...(await partsOfHolder(platform, held)) }
  return download(
    { name: `personal-data-${dayIn(ISRAEL_ZONE, now)}.json`, type: 'application/json; charset=utf-8' },
    Readable.from(jsonChunks(platform, before, orders)),
  )
}
