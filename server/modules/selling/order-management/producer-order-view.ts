import type { Order } from '@kartis/contract/orders.ts'
import { cancellationFeeLeft, isPostponed } from '@kartis/domain/cancellation.ts'
import { refundable } from '@kartis/domain/dispute.ts'
import { sum, toShekels } from '@kartis/domain/money.ts'
import { isSold, shownOrderState } from '@kartis/domain/order.ts'
import { can, type Role } from '@kartis/domain/permissions.ts'
import { nationalPhone } from '@kartis/domain/phone.ts'
import type { Lang } from '@kartis/i18n/lang.ts'
import { translatorFor } from '@kartis/i18n/server.ts'
import type { PaymentRow } from '../../payments/payments/index.ts'
import { declineReasonIn, refundedOf, viewItems, waitingOf } from './buyer-order-view.ts'
import { stateNow } from '../orders/index.ts'
import type { LineRow, OrderRow } from '../orders/index.ts'
import type { TicketRow } from '../ticketing/index.ts'

export interface ProducerOrderParts {
  readonly order: OrderRow
  readonly eventName: string
  /** When the producer last moved the event. */
  readonly postponedAt: Date | null
  readonly lines: readonly LineRow[]
  readonly tickets: readonly TicketRow[]
  readonly payments: readonly PaymentRow[]
}

/** The part of an order's charges that can still be refunded, in agorot. */
export const refundableOf = (payments: readonly PaymentRow[]): number =>
  sum(payments.filter(({ status }) => status === 'paid').map(refundable))

const viewCan = ({ order, tickets, payments }: ProducerOrderParts, role: Role): Order['can'] => {
  const hasValid = isSold(order.status) && tickets.some((ticket) => ticket.status === 'valid')
  const cancel = hasValid && can(role, 'order.cancel')
  return {
    cancel,
    refund: cancel && refundableOf(payments) > 0,
    edit: isSold(order.status) && can(role, 'order.edit'),
    resend: hasValid && can(role, 'order.resend') && Boolean(order.buyer_phone ?? order.buyer_email),
  }
}

/** The first name and the others: a buyer types one name. */
export const namePartsOf = (name: string): { first: string; last: string } => {
  const [first = '', ...others] = name.trim().split(/\s+/)
  return { first, last: others.join(' ') }
}

/** The buyer, as lists of the workspace show them. */
export const viewUser = (order: OrderRow, withPhone: boolean): Order['user'] => {
  if (!order.buyer_name && !order.buyer_phone) return null
  const { first, last } = namePartsOf(order.buyer_name ?? '')
  const phone = order.buyer_phone && {
    phone_number: order.buyer_phone,
    phone_national: nationalPhone(order.buyer_phone),
  }
  return {
    uuid: order.user_id,
    name: order.buyer_name ?? '',
    first_name: first,
    last_name: last,
    email: order.buyer_email,
    ...(withPhone && { phone: phone || null }),
  }
}

export const viewOrderPayment = (payment: PaymentRow, lang: Lang): NonNullable<Order['payments']>[number] => ({
  uuid: payment.id,
  provider: payment.provider,
  method: payment.method,
  status: payment.status,
  amount: toShekels(payment.amount),
  refunded: toShekels(payment.refunded),
  disputed: toShekels(payment.disputed),
  last4: payment.last4,
  wallet: payment.wallet,
  installments: payment.installments,
  bucket: payment.bucket,
  approval_code: payment.approval_code,
  decline_reason: declineReasonIn(payment, lang),
  created_at: payment.created_at.toISOString(),
  paid_at: payment.paid_at?.toISOString() ?? null,
})

const feeLeft = ({ order, postponedAt }: ProducerOrderParts, now: Date): number =>
  isPostponed({ boughtAt: order.paid_at ?? now, postponedAt }) ? 0 : cancellationFeeLeft(order.cancellation_fee)

export const viewProducerOrder = (parts: ProducerOrderParts, role: Role, lang: Lang, now: Date): Order => {
  const { order } = parts
  const status = stateNow(order, now)
  return {
    uuid: order.id,
    number: order.number,
    event_uuid: order.event_id,
    event_name: parts.eventName,
    status,
    status_label: translatorFor(lang)(`states:order.${shownOrderState(status, waitingOf(parts.payments))}`),
    channel: order.channel,
    total_amount: toShekels(order.total),
    coupon: order.coupon_code,
    discount_amount: toShekels(order.discount),
    refunded_amount: toShekels(refundedOf(order, parts.payments)),
    waiting_amount: toShekels(waitingOf(parts.payments)),
    cancellation_fee: toShekels(order.cancellation_fee),
    cancellation_fee_left: toShekels(feeLeft(parts, now)),
    tickets_count: order.tickets_count,
    buyer: {
      name: order.buyer_name,
      phone: order.buyer_phone && nationalPhone(order.buyer_phone),
      email: order.buyer_email,
    },
    created_at: order.created_at.toISOString(),
    paid_at: order.paid_at?.toISOString() ?? null,
    cancellation_requested_at: order.cancellation_requested_at?.toISOString() ?? null,
    items: viewItems(parts.lines),
    can: viewCan(parts, role),
  }
}
