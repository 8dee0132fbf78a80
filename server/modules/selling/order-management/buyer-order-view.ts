import type { Attachment } from '@kartis/contract/attachments.ts'
import type { BuyerOrder } from '@kartis/contract/public-orders.ts'
import { lastCancellationDay } from '@kartis/domain/cancellation.ts'
import { takesForeignPhone } from '@kartis/domain/foreign-phones.ts'
import { sum, toShekels } from '@kartis/domain/money.ts'
import { isHolding, shownOrderState } from '@kartis/domain/order.ts'
import { type PaymentOffer, waysToPay } from '@kartis/domain/payment-offer.ts'
import type { Lang } from '@kartis/i18n/lang.ts'
import { translatorFor } from '@kartis/i18n/server.ts'
import type { Platform } from '../../../platform/platform.ts'
import { type EventRow, movedFromOf, placeIn } from '../../catalogue/events/index.ts'
import { DECLINE_REASONS, type PaymentRow } from '../../payments/payments/index.ts'
import { type SeatNamesIn, withSeatsIn } from '../../catalogue/seating/index.ts'
import type { TypeNames } from '../../catalogue/ticket-types/index.ts'
import { cancellationNow, saleOf } from './cancellation-quote.ts'
import { stateNow } from '../orders/index.ts'
import type { LineRow, OrderRow } from '../orders/index.ts'
import type { AnswerRow } from '../orders/index.ts'
import { eventNameIn, linkedTicket, ticketsUrl, ticketUrl } from '../orders/index.ts'
import {
  heldIn,
  reasonAgainstOffering,
  type TicketCodes,
  ticketLane,
  type TransferRow,
  viewTicket,
} from '../ticketing/index.ts'
import type { TicketRow } from '../ticketing/index.ts'
import { viewTransfer } from './transfer-view.ts'

/** Everything that a buyer's view of one order is made of. */
export interface BuyerOrderParts {
  readonly order: OrderRow
  readonly event: EventRow
  readonly images: readonly Attachment[]
  readonly lines: readonly LineRow[]
  readonly tickets: readonly TicketRow[]
  /** Of the tickets. */
  readonly codes: TicketCodes
  readonly answers: readonly AnswerRow[]
  /** What is offered to other people or was accepted. */
  readonly transfers: readonly TransferRow[]
  /** The newest first. */
  readonly payments: readonly PaymentRow[]
  readonly typeNames: TypeNames
  readonly seatNames: SeatNamesIn
  /** What the payment pages of new payments offer; undefined while there is no terminal. */
  readonly offer: PaymentOffer | undefined
}

/** The refunded part of an order's total, without charges returned because they bought nothing of it. Agorot. */
export const refundedOf = (order: Pick<OrderRow, 'total' | 'status'>, payments: readonly PaymentRow[]): number => {
  if (isHolding(order.status)) return 0
  const paid = payments.filter((payment) => payment.status === 'paid')
  const remaining = sum(paid.map((payment) => payment.amount - payment.refunded))
  return paid.length === 0 ? 0 : Math.max(0, order.total - remaining)
}

/** The part of what was refunded that waits for a bank transfer, since the gateway refused it. Agorot. */
export const waitingOf = (payments: readonly PaymentRow[]): number =>
  sum(payments.filter(({ status }) => status === 'paid').map(({ waiting }) => waiting))

/** The text of one of `DECLINE_REASONS` as it is stored; another one for what is none. */
export const declineText = (reason: unknown, lang: Lang): string => {
  const isReason = DECLINE_REASONS.some((each) => each === reason)
  return translatorFor(lang)(`gateway:reasons.${isReason ? String(reason) : 'other'}`)
}

export const declineReasonIn = (payment: PaymentRow, lang: Lang): string | null =>
  payment.status === 'declined' ? declineText(payment.raw?.['reason'], lang) : null

/** Charged, and on the way back: it bought nothing, or what it bought was cancelled. */
const isReturned = ({ status, amount, refunded }: PaymentRow): boolean => status === 'paid' && refunded >= amount

/** A charge that paid for the order, else, once the order has ended, one that was refunded, else the newest attempt. */
const paymentOf = (order: OrderRow, payments: readonly PaymentRow[]): PaymentRow | undefined =>
  payments.find((payment) => payment.status === 'paid' && !isReturned(payment)) ??
  (isHolding(order.status) ? undefined : payments.find(({ status }) => status === 'paid')) ??
  payments[0]

const viewReturned = (order: OrderRow, payments: readonly PaymentRow[]): BuyerOrder['returned_payment'] => {
  const returned = isHolding(order.status) ? payments.find(isReturned) : undefined
  return returned ? { uuid: returned.id, amount: toShekels(returned.amount) } : null
}

const viewPayment = (
  order: OrderRow,
  payments: readonly PaymentRow[],
  lang: Lang,
  now: Date,
): BuyerOrder['payment'] => {
  const payment = paymentOf(order, payments)
  if (!payment) return null
  const isOpen = payment.status === 'started' && payment.expires_at !== null && payment.expires_at > now
  return {
    uuid: payment.id,
    url: isOpen ? payment.url : null,
    status: payment.status,
    decline_reason: declineReasonIn(payment, lang),
    last4: payment.last4,
    wallet: payment.wallet,
    installments: payment.installments,
  }
}

/** How an order that waits for its payment may be paid; null where nothing is to be paid. */
const viewWays = ({ order, event, offer }: BuyerOrderParts, status: OrderRow['status']): BuyerOrder['payment_ways'] => {
  if (!isHolding(status) || order.total === 0 || !offer) return null
  const ways = waysToPay(order.total, offer, event.settings.max_installments ?? undefined)
  return { max_installments: ways.maxInstallments, bit: ways.bit }
}

export const viewEvent = (event: EventRow, images: readonly Attachment[], lang: Lang): BuyerOrder['event'] => {
  const banner = images.find((image) => image.slot === 'banner_event') ?? images[0]
  return {
    uuid: event.id,
    slug: event.slug,
    name: eventNameIn(event, lang),
    starts_at: event.starts_at.toISOString(),
    ends_at: event.ends_at.toISOString(),
    timezone: event.timezone,
    ...placeIn(event, lang),
    cancelled: event.cancelled_at !== null,
    banner: banner?.url ?? null,
    colors: banner?.colors ?? null,
  }
}

/** The terms of cancellation by law and by the producer; before the payment, as if it were made now. */
const viewCancellation = (
  platform: Platform,
  { order, event, tickets, transfers }: BuyerOrderParts,
  now: Date,
): BuyerOrder['cancellation'] => {
  const { allowed, reason, feeLeft, fee, refund } = cancellationNow(
    platform,
    { order, event },
    { tickets, held: heldIn(transfers) },
    now,
  )
  return {
    last_day: lastCancellationDay(saleOf(platform, order, event, now)),
    allowed_now: allowed,
    reason,
    fee_left: toShekels(feeLeft),
    fee: toShekels(fee),
    refund: toShekels(refund),
    requested_at: order.cancellation_requested_at?.toISOString() ?? null,
  }
}

export const viewItems = (
  lines: readonly LineRow[],
  typeNames: TypeNames = (_, written) => written,
): BuyerOrder['items'] =>
  lines.map((line) => ({
    events_ticket_uuid: line.ticket_type_id,
    name: typeNames(line.ticket_type_id, line.name),
    quantity: line.quantity,
    price: toShekels(line.unit_price),
    total: toShekels(line.unit_price * line.quantity - line.discount),
    ...(line.discount > 0 && { discount: toShekels(line.discount) }),
    ...(line.seats && { seat_uuids: [...line.seats] }),
  }))

/** The lane is printed on a ticket where its event has lanes. */
export const laneIn = (event: EventRow, ticket: TicketRow): { readonly lane?: number } => {
  const lane = ticketLane(event, ticket)
  return lane === undefined ? {} : { lane }
}

/** A ticket that another person holds has neither code nor link: they are that person's. */
const viewBuyerTicket = (
  platform: Platform,
  { order, event, typeNames, codes, transfers }: BuyerOrderParts,
  ticket: TicketRow,
  now: Date,
): BuyerOrder['tickets'][number] => {
  const row = transfers.find(({ ticket_id: id }) => id === ticket.id)
  const about = { order, ticket, event }
  const transfer = row && viewTransfer(platform, row, about, now)
  const named = { ...ticket, name: typeNames(ticket.ticket_type_id, ticket.name) }
  return {
    ...viewTicket(platform, named, order.number, codes),
    ...laneIn(event, ticket),
    url: ticketUrl(platform, linkedTicket(order, ticket)),
    can_transfer: transfer === undefined && reasonAgainstOffering(about, now) === undefined,
    ...(transfer && { transfer }),
    ...(transfer?.state === 'accepted' && { code: '', url: '' }),
  }
}

export const viewBuyerOrder = (platform: Platform, parts: BuyerOrderParts, lang: Lang, now: Date): BuyerOrder => {
  const { order, event, payments, tickets } = parts
  const status = stateNow(order, now)
  return {
    uuid: order.id,
    number: order.number,
    status,
    status_label: translatorFor(lang)(`states:order.${shownOrderState(status, waitingOf(payments))}`),
    expires_at: isHolding(status) ? (order.expires_at?.toISOString() ?? null) : null,
    total_amount: toShekels(order.total),
    coupon: order.coupon_code,
    discount_amount: toShekels(order.discount),
    refunded_amount: toShekels(refundedOf(order, payments)),
    waiting_amount: toShekels(waitingOf(payments)),
    phone_must_be_verified: Boolean(event.settings.limit_per_phone) && order.limit_phone === null,
    foreign_phones: takesForeignPhone(event.settings.foreign_phones, order.total),
    items: viewItems(parts.lines, parts.typeNames),
    buyer: { name: order.buyer_name, phone: order.buyer_phone, email: order.buyer_email },
    marketing_consent: order.marketing_consent_at !== null,
    answers: parts.answers.map((row) => ({ field_uuid: row.field_id, ticket_no: row.ticket_no, value: row.value })),
    event: viewEvent(event, parts.images, lang),
    moved_from: movedFromOf(event, order.paid_at ?? now),
    payment_ways: viewWays(parts, status),
    payment: viewPayment(order, payments, lang, now),
    returned_payment: viewReturned(order, payments),
    cancellation: viewCancellation(platform, parts, now),
    created_at: order.created_at.toISOString(),
    paid_at: order.paid_at?.toISOString() ?? null,
    tickets: withSeatsIn(parts.seatNames, tickets).map((ticket) => viewBuyerTicket(platform, parts, ticket, now)),
    tickets_url: tickets.length > 0 ? ticketsUrl(platform, order) : null,
    ...(order.replaced_seats && {
      replaced_seats: order.replaced_seats.map((seat) => parts.seatNames(order.event_id, seat)),
    }),
  }
}
