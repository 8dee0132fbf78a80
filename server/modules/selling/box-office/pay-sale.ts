import type { paySale as contract } from '@kartis/contract/box-office.ts'
import type { BodyOf } from '@kartis/contract/endpoint.ts'
import { extendForPayment } from '@kartis/domain/hold.ts'
import { isRefusal, type Refusal, refuse, refuseField } from '@kartis/domain/refusal.ts'
import type { Platform } from '../../../platform/platform.ts'
import { inTransaction, type Tx } from '../../../platform/database/db.ts'
import { completeAtCounter, keepHolding, lockOpenOrder } from './box-office-orders.ts'
import {
  abandonPayment,
  askGateway,
  type PaymentRow,
  readPaymentsOf,
  startAtReader,
  takeCash,
} from '../../payments/payments/index.ts'
import { judgeReceived } from './validate-sale.ts'
import { type SaleRow, setSalePayment } from './sales-queries.ts'
import { noShift, type Seller, inputOf } from './sell.ts'
import { keepShiftOpen } from './shifts-queries.ts'

type Body = BodyOf<typeof contract>

const keyOf = (sale: SaleRow) => ({ eventId: sale.event_id, orderId: sale.order_id })

/** Asks the books about every charge of a sale that is still open. Throws GatewayError when they cannot be read. */
export const askAboutSale = async (platform: Platform, sale: SaleRow): Promise<void> => {
  const payments = await readPaymentsOf(platform.db, sale.event_id, sale.order_id)
  for (const payment of payments) if (payment.status === 'started') await askGateway(platform, payment)
}

const write = async (
  platform: Platform,
  tx: Tx,
  seller: Seller,
  sale: SaleRow,
  body: Body,
  now: Date,
): Promise<PaymentRow | Refusal | undefined> => {
  const shift = await keepShiftOpen(tx, seller.till.id)
  if (shift?.id !== sale.shift_id) return noShift()
  const order = await lockOpenOrder(tx, keyOf(sale), now)
  if (isRefusal(order)) return order
  const cash = judgeReceived(body.method, body.received, order.total)
  if (isRefusal(cash)) return cash
  for (const payment of await readPaymentsOf(tx, sale.event_id, sale.order_id))
    if (payment.status === 'started') await abandonPayment(tx, payment)
  await setSalePayment(tx, sale, { method: body.method, received: cash.received })
  if (body.method === 'cash') {
    await takeCash(platform, tx, inputOf(order), now)
    await completeAtCounter(platform, tx, order, now)
    return undefined
  }
  await keepHolding(
    tx,
    keyOf(sale),
    extendForPayment({ createdAt: order.created_at, expiresAt: order.expires_at ?? now }, now),
  )
  return startAtReader.write(platform, tx, inputOf(order), now)
}

/**
 * Pays a sale whose card did not go through: another card, or cash. The books are asked about the charge before it first,
 * and should it arrive later all the same, it goes back by itself. `order_state` when it was paid meanwhile.
 */
export const paySale = async (
  platform: Platform,
  seller: Seller,
  sale: SaleRow,
  body: Body,
  now: Date,
): Promise<Refusal | undefined> => {
  const { terminal, reader } = seller.till
  if (body.method === 'terminal' && !terminal) return refuseField('method', 'unknown_option')
  await askAboutSale(platform, sale)
  const payment = await inTransaction(platform.db, (tx) => write(platform, tx, seller, sale, body, now))
  if (isRefusal(payment)) return payment
  if (!payment || !terminal) return undefined
  // The tickets stay held: the seller may try again or take cash.
  return startAtReader.ask(platform, payment, { terminal, reader, lang: seller.lang })
}

/** A refusal in the words of the counter when the gateway cannot be asked. */
export const unreachable = (): Refusal => refuse('payment_unavailable', { detail: { retry_after: 5 } })
