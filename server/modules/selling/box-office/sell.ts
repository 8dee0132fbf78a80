import type { sell as contract } from '@kartis/contract/box-office.ts'
import type { BodyOf } from '@kartis/contract/endpoint.ts'
import { holdUntil } from '@kartis/domain/hold.ts'
import { isRefusal, type Refusal, refuse, refuseField } from '@kartis/domain/refusal.ts'
import type { Platform } from '../../../platform/platform.ts'
import { inTransaction, type Tx } from '../../../platform/database/db.ts'
import { holdAtBoxOffice, sellAtBoxOffice } from './box-office-orders.ts'
import { type OrderRow } from '../orders/index.ts'
import { releaseOrder } from '../checkout/index.ts'
import { type PaymentRow, recordCash, startReaderCharge } from '../../payments/payments/index.ts'
import type { RegisterRow } from './registers-queries.ts'
import { type ValidSale, validateSale } from './validate-sale.ts'
import { insertSale } from './sales-queries.ts'
import type { BoxOfficeDeps } from './save-registers.ts'
import { lockOpenShift } from './shifts-queries.ts'

type Body = BodyOf<typeof contract>

export interface Seller {
  readonly register: RegisterRow
  readonly userId: string
  readonly network: string
  readonly lang: string
}

export const refuseWithoutShift = (): Refusal => refuse('shift_state', { detail: { shift: 'closed' } })

/** The input of a payment of an order. */
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
  { sale, received, method }: ValidSale & Pick<Body, 'method'>,
  now: Date,
): Promise<Sold | Refusal> => {
  const shift = await lockOpenShift(tx, seller.register.id)
  if (!shift) return refuseWithoutShift()
  const input = { ...sale, lang: seller.lang, userId: seller.userId }
  const atReader = method === 'terminal' && sale.total > 0
  const order = atReader
    ? await holdAtBoxOffice(platform, tx, input, holdUntil(now), now)
    : await sellAtBoxOffice(platform, tx, input, now)
  if (isRefusal(order)) return order
  await insertSale(tx, {
    event_id: order.event_id,
    order_id: order.id,
    account_id: order.account_id,
    register_id: seller.register.id,
    shift_id: shift.id,
    method: atReader ? 'terminal' : 'cash',
    received,
    sold_by: seller.userId,
    created_at: now,
  })
  if (atReader) {
    const terminal = seller.register.payment_terminal ?? ''
    const payment = await startReaderCharge(platform, tx, { ...inputOf(order), terminal }, now)
    return isRefusal(payment) ? payment : { order, payment }
  }
  await recordCash(platform, tx, inputOf(order), now)
  return { order }
}

/**
 * Sells at the box office. Cash: stock, order, payment and tickets in one transaction. Card: tickets are held and the charge
 * is recorded first, then shown at the reader; if that fails the tickets are released at once.
 */
export const sell = async (
  { platform, payments }: BoxOfficeDeps,
  seller: Seller,
  body: Body,
  now: Date,
): Promise<OrderRow | Refusal> => {
  const { payment_terminal: paymentTerminal, card_reader: cardReader } = seller.register
  if (seller.register.service !== 'sale') return refuseField('method', 'unknown_option')
  if (body.method === 'terminal' && !paymentTerminal) return refuseField('method', 'unknown_option')
  const valid = await validateSale(platform, seller.register.account_id, body, now)
  if (isRefusal(valid)) return valid
  const sold = await inTransaction(platform.db, (tx) =>
    write(platform, tx, seller, { ...valid, method: body.method }, now),
  )
  if (isRefusal(sold) || !sold.payment || !paymentTerminal) return isRefusal(sold) ? sold : sold.order
  const refused = await payments.chargeAtReader(sold.payment, {
    terminal: paymentTerminal,
    reader: cardReader,
    lang: seller.lang,
  })
  if (!refused) return sold.order
  await releaseOrder(platform, { eventId: sold.order.event_id, orderId: sold.order.id }, now)
  return refused
}
