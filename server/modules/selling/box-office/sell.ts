import type { sell as contract } from '@kartis/contract/box-office.ts'
import type { BodyOf } from '@kartis/contract/endpoint.ts'
import { holdUntil } from '@kartis/domain/hold.ts'
import { isRefusal, type Refusal, refuse, refuseField } from '@kartis/domain/refusal.ts'
import type { Platform } from '../../../platform/platform.ts'
import { inTransaction, type Tx } from '../../../platform/database/db.ts'
import { holdAtCounter, sellAtCounter } from './box-office-orders.ts'
import { type OrderRow } from '../orders/index.ts'
import { releaseOrder } from '../checkout/index.ts'
import { type PaymentRow, startAtReader, takeCash } from '../../payments/payments/index.ts'
import type { DeviceRow } from './devices-queries.ts'
import { type Judged, validateSale } from './validate-sale.ts'
import { insertSale } from './sales-queries.ts'
import { keepShiftOpen } from './shifts-queries.ts'

type Body = BodyOf<typeof contract>

export interface Seller {
  readonly till: DeviceRow
  readonly userId: string
  readonly lang: string
}

export const noShift = (): Refusal => refuse('shift_state', { detail: { shift: 'closed' } })

/** What a payment of an order needs to know of it. */
export const inputOf = (order: Pick<OrderRow, 'event_id' | 'id' | 'account_id' | 'total'>) => ({
  eventId: order.event_id,
  orderId: order.id,
  accountId: order.account_id,
  amount: order.total,
})

interface Sold {
  readonly order: OrderRow
  readonly payment?: PaymentRow
}

const write = async (
  platform: Platform,
  tx: Tx,
  seller: Seller,
  { sale, received }: Judged,
  method: Body['method'],
  now: Date,
): Promise<Sold | Refusal> => {
  const shift = await keepShiftOpen(tx, seller.till.id)
  if (!shift) return noShift()
  const counter = { ...sale, lang: seller.lang, userId: seller.userId }
  const atReader = method === 'terminal' && sale.total > 0
  const order = atReader
    ? await holdAtCounter(platform, tx, counter, holdUntil(now), now)
    : await sellAtCounter(platform, tx, counter, now)
  if (isRefusal(order)) return order
  await insertSale(tx, {
    event_id: order.event_id,
    order_id: order.id,
    account_id: order.account_id,
    device_id: seller.till.id,
    shift_id: shift.id,
    method: atReader ? 'terminal' : 'cash',
    received,
    sold_by: seller.userId,
    created_at: now,
  })
  if (atReader) return { order, payment: await startAtReader.write(platform, tx, inputOf(order), now) }
  await takeCash(platform, tx, inputOf(order), now)
  return { order }
}

/**
 * Sells at the counter. Cash: stock, order, payment and tickets in one transaction. Card: the tickets are held and the
 * charge is written first, then the reader is asked; if it cannot be, the tickets are given back at once.
 */
export const sell = async (platform: Platform, seller: Seller, body: Body, now: Date): Promise<OrderRow | Refusal> => {
  const { terminal, reader } = seller.till
  if (seller.till.service !== 'sale') return refuseField('method', 'unknown_option')
  if (body.method === 'terminal' && !terminal) return refuseField('method', 'unknown_option')
  const judged = await validateSale(platform, seller.till.account_id, body, now)
  if (isRefusal(judged)) return judged
  const sold = await inTransaction(platform.db, (tx) => write(platform, tx, seller, judged, body.method, now))
  if (isRefusal(sold) || !sold.payment || !terminal) return isRefusal(sold) ? sold : sold.order
  const refused = await startAtReader.ask(platform, sold.payment, { terminal, reader, lang: seller.lang })
  if (!refused) return sold.order
  await releaseOrder(platform, { eventId: sold.order.event_id, orderId: sold.order.id }, now)
  return refused
}
