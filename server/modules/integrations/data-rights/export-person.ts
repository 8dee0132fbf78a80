import { Readable } from 'node:stream'
import { toShekels } from '@kartis/domain/money.ts'
import { dayIn } from '@kartis/domain/zone.ts'
import type { Platform } from '../../../platform/platform.ts'
import { type Download, download } from '../../../platform/http/download.ts'
import { type HeldOrder, type OrderDetails, orderDetails } from './person-queries.ts'

/** Orders whose details are read at once. */
const PART = 50

const exported = (order: HeldOrder, details: OrderDetails | undefined) => ({
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

async function* pieces(
  platform: Platform,
  about: Readonly<Record<string, unknown>>,
  orders: readonly HeldOrder[],
): AsyncGenerator<string> {
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

/**
 * What is held of a person as a JSON file, written while the orders are read in parts: however many there are, it begins
 * at once and is never whole in memory.
 */
export const personFile = (
  platform: Platform,
  about: Readonly<Record<string, unknown>>,
  orders: readonly HeldOrder[],
  now: Date,
): Download =>
  download(
    { name: `personal-data-${dayIn('Asia/Jerusalem', now)}.json`, type: 'application/json; charset=utf-8' },
    Readable.from(pieces(platform, { made_at: now, ...about }, orders)),
  )
