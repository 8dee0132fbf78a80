import type { paySale as contract } from '@kartis/contract/box-office.ts'
import type { BodyOf } from '@kartis/contract/endpoint.ts'
import { extendForPayment } from '@kartis/domain/hold.ts'
import { isRefusal, type Refusal, refuse, refuseField } from '@kartis/domain/refusal.ts'
import type { Platform } from '../../../platform/platform.ts'
import { inTransaction, type Tx } from '../../../platform/database/db.ts'
import { completeAtBoxOffice, extendHold, lockOpenOrder } from './box-office-orders.ts'
import {
  abandonPayment,
  type PaymentRow,
  readPaymentsOf,
  recordCash,
  startReaderCharge,
} from '../../payments/payments/index.ts'
import { validateReceived } from './validate-sale.ts'
import { type SaleRow, setSalePayment } from './sales-queries.ts'
import { refuseWithoutShift, type Seller, inputOf } from './sell.ts'
import type { BoxOfficeDeps } from './save-registers.ts'
import { lockOpenShift } from './shifts-queries.ts'

type Body = BodyOf<typeof contract>

const keyOf = (sale: SaleRow) => ({ eventId: sale.event_id, orderId: sale.order_id })

/** Looks every started charge of a sale up at its gateway. Throws GatewayError when that fails. */
export const querySalePayments = async ({ platform, payments }: BoxOfficeDeps, sale: SaleRow): Promise<void> => {
  const charges = await readPaymentsOf(platform.db, sale.event_id, sale.order_id)
  for (const charge of charges) if (charge.status === 'started') await payments.queryGateway(charge)
}

const write = async (
  platform: Platform,
  tx: Tx,
  { seller, sale, body }: { readonly seller: Seller; readonly sale: SaleRow; readonly body: Body },
  now: Date,
): Promise<PaymentRow | Refusal | undefined> => {
  const shift = await lockOpenShift(tx, seller.register.id)
  if (shift?.id !== sale.shift_id) return refuseWithoutShift()
  const order = await lockOpenOrder(tx, keyOf(sale), now)
  if (isRefusal(order)) return order
  const cash = validateReceived(body.method, body.received, order.total)
  if (isRefusal(cash)) return cash
  for (const payment of await readPaymentsOf(tx, sale.event_id, sale.order_id))
    if (payment.status === 'started') await abandonPayment(tx, payment)
  await setSalePayment(tx, sale, { method: body.method, received: cash.received })
  if (body.method === 'cash') {
    await recordCash(platform, tx, inputOf(order), now)
    await completeAtBoxOffice(platform, tx, order, now)
    return undefined
  }
  await extendHold(
    tx,
    keyOf(sale),
    extendForPayment({ createdAt: order.created_at, expiresAt: order.expires_at ?? now }, now),
  )
  // Checked by the caller: a register without a payment terminal takes cash only.
  return startReaderCharge(platform, tx, { ...inputOf(order), terminal: seller.register.payment_terminal ?? '' }, now)
}

/**
 * Pays a sale whose card was declined: another card, or cash. The earlier charge is looked up first; if it arrives later all
 * the same, it is refunded automatically. Refusal: `order_state` when it was paid meanwhile.
 */
export const paySale = async (
  deps: BoxOfficeDeps,
  seller: Seller,
  sale: SaleRow,
  body: Body,
  now: Date,
): Promise<Refusal | undefined> => {
  const { platform, payments } = deps
  const { payment_terminal: paymentTerminal, card_reader: cardReader } = seller.register
  if (body.method === 'terminal' && !paymentTerminal) return refuseField('method', 'unknown_option')
  await querySalePayments(deps, sale)
  const payment = await inTransaction(platform.db, (tx) => write(platform, tx, { seller, sale, body }, now))
  if (isRefusal(payment)) return payment
  if (!payment || !paymentTerminal) return undefined
  // After a failure the tickets stay held: the seller may try again or take cash.
  return payments.chargeAtReader(payment, { terminal: paymentTerminal, reader: cardReader, lang: seller.lang })
}

/** The gateway cannot be reached. */
export const gatewayUnavailable = (): Refusal => refuse('payment_unavailable', { detail: { retry_after: 5 } })
