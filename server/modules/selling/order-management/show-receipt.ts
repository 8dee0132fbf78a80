import type { Receipt } from '@kartis/contract/receipts.ts'
import { toShekels } from '@kartis/domain/money.ts'
import { type Refusal, refuse } from '@kartis/domain/refusal.ts'
import type { Lang } from '@kartis/i18n/lang.ts'
import type { Platform } from '../../../platform/platform.ts'
import { readRefundsOfOrder } from '../../payments/payments/index.ts'
import { organiserOf } from '../../people/accounts/index.ts'
import { type OrderKey, readOrder } from '../orders/index.ts'
import { showBuyerOrders } from './show-buyer-orders.ts'

/** The payment confirmation of an order. `order_state` when nothing was ever paid for it. */
export const showReceipt = async (
  platform: Platform,
  key: OrderKey,
  lang: Lang,
  now: Date,
): Promise<Receipt | Refusal> => {
  const [[order], row, refunds] = await Promise.all([
    showBuyerOrders(platform, [key], lang, now),
    readOrder(platform.db, key),
    readRefundsOfOrder(platform.db, key),
  ])
  if (!order || !row) return refuse('not_found')
  if (order.paid_at === null || order.total_amount === 0)
    return refuse('order_state', { detail: { status: order.status } })
  const organiser = await organiserOf(platform.db, row.account_id, lang)
  if (!organiser) return refuse('not_found')
  return {
    uuid: order.uuid,
    number: order.number,
    status: order.status,
    items: order.items,
    coupon: order.coupon,
    discount_amount: order.discount_amount,
    total_amount: order.total_amount,
    refunded_amount: order.refunded_amount,
    waiting_amount: order.waiting_amount,
    refunds: refunds.map(({ amount, created_at: at, done_at: done }) => ({
      amount: toShekels(amount),
      requested_at: at.toISOString(),
      done_at: done?.toISOString() ?? null,
    })),
    cancellation_fee: toShekels(row.cancellation_fee),
    paid_at: order.paid_at,
    event: order.event,
    buyer: { name: order.buyer.name },
    seller: {
      name: organiser.vat_name || organiser.name,
      number: organiser.vat_number,
      phone: organiser.phone,
      email: organiser.email,
    },
    last4: order.payment?.last4 ?? null,
    wallet: order.payment?.wallet ?? null,
    installments: order.payment?.installments ?? 1,
  }
}
