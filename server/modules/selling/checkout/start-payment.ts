import { extendForPayment } from '@kartis/domain/hold.ts'
import { hasReasons } from '@kartis/domain/reason.ts'
import { isRefusal, type Refusal, refuse } from '@kartis/domain/refusal.ts'
import { isSold } from '@kartis/domain/order.ts'
import { asLang, DEFAULT_LANG } from '@kartis/i18n/lang.ts'
import type { Platform } from '../../../platform/platform.ts'
import { type Db, inTransaction, type Tx } from '../../../platform/database/db.ts'
import { anyEventRow, type EventRow } from '../../catalogue/events/index.ts'
import {
  awaitPage,
  findOrStartAttempt,
  firstAttempt,
  type PaymentRow,
  type Payments,
} from '../../payments/payments/index.ts'
import {
  eventFactsOf,
  eventNameIn,
  lockOrder,
  moveOrders,
  type OrderKey,
  type OrderRow,
  readAnswersOf,
  readOrder,
  readQuestions,
  refuseUnlessOpen,
  sendToGateway,
  updateOrder,
} from '../orders/index.ts'
import { missingDetails } from './validate-details.ts'
import { settleFree } from './settle-batch.ts'

interface PaymentDeps {
  readonly platform: Platform
  readonly payments: Payments
}

export interface PaymentStart {
  readonly order: OrderRow
  /** null: nothing is left to pay. */
  readonly payment: { readonly uuid: string; readonly url: string } | null
}

interface Attempt {
  readonly order: OrderRow
  readonly payment: PaymentRow
  readonly fresh: boolean
}

const refuseIncomplete = async (
  tx: Db | Tx,
  order: OrderRow,
  event: EventRow | undefined,
): Promise<Refusal | undefined> => {
  const questions = await readQuestions(tx, order.event_id)
  const given = questions.length > 0 ? await readAnswersOf(tx, order.event_id, order.id) : []
  const missing = missingDetails(
    { name: order.buyer_name, phone: order.buyer_phone, tickets: order.tickets_count },
    questions,
    given,
  )
  // The limit may have been set after the buyer had given his phone.
  const unproved = Boolean(event?.settings.limit_per_phone) && order.limit_phone === null
  const fields = unproved && order.buyer_phone !== null ? { ...missing, phone: ['phone_unverified'] } : missing
  return hasReasons(missing) || unproved ? refuse('details_missing', { fields }) : undefined
}

/** The hold lives on while the buyer is at the gateway, but starting again and again does not make it eternal. */
const toGateway = async (platform: Platform, tx: Tx, order: OrderRow, now: Date): Promise<OrderRow> => {
  const hold = { createdAt: order.created_at, expiresAt: order.expires_at ?? now }
  const expires_at = extendForPayment(hold, now)
  if (order.status === 'reserved')
    await moveOrders(platform, tx, [{ order }], { to: 'pending_payment', columns: { expires_at }, now })
  else await updateOrder(tx, { eventId: order.event_id, orderId: order.id }, { expires_at })
  return { ...order, status: 'pending_payment', expires_at }
}

const begin = async (
  platform: Platform,
  tx: Tx,
  key: OrderKey,
  event: EventRow | undefined,
  now: Date,
): Promise<PaymentStart | Attempt | Refusal> => {
  const order = await lockOrder(tx, key)
  if (!order) return refuse('not_found')
  // A second click finds the work done.
  if (isSold(order.status)) return { order, payment: null }
  const closed = refuseUnlessOpen(order, now)
  if (closed) return closed
  const incomplete = await refuseIncomplete(tx, order, event)
  if (incomplete) return incomplete
  const input = { eventId: key.eventId, orderId: key.orderId, accountId: order.account_id, amount: order.total }
  const attempt = await findOrStartAttempt(platform, tx, input, now)
  return { ...attempt, order: attempt.fresh ? await toGateway(platform, tx, order, now) : order }
}

/**
 * Nothing to pay: the order goes with the settlements of its event. What it holds and says is read before that; details
 * are never taken back, and whether the hold still lives is asked again under its lock.
 */
const payNothing = async (
  platform: Platform,
  order: OrderRow,
  event: EventRow | undefined,
  now: Date,
): Promise<PaymentStart | Refusal> => {
  if (isSold(order.status)) return { order, payment: null }
  const refused =
    refuseUnlessOpen(order, now) ??
    (await refuseIncomplete(platform.db, order, event)) ??
    (await settleFree(platform, { eventId: order.event_id, orderId: order.id }))
  return refused ?? { order: { ...order, status: 'paid', paid_at: now, expires_at: null }, payment: null }
}

/** Where the gateway sends the buyer's browser: a page of the sale site that knows whether it stands in the checkout's frame. */
const returnUrl = (platform: Platform, order: OrderRow, result: 'success' | 'fail'): string =>
  `${platform.settings.publicUrl}/order/checkout/${order.id}/return?result=${result}`

const pageOf = (
  { platform, payments }: PaymentDeps,
  order: OrderRow,
  event: EventRow | undefined,
  payment: PaymentRow,
  input: PayInput,
) =>
  payments.openPage(payment, {
    description: event ? eventNameIn(event, input.lang) : order.number,
    buyer: {
      name: order.buyer_name ?? '',
      ...(order.buyer_phone && { phone: order.buyer_phone }),
      ...(order.buyer_email && { email: order.buyer_email }),
    },
    lang: asLang(input.lang) ?? DEFAULT_LANG,
    successUrl: returnUrl(platform, order, 'success'),
    failUrl: returnUrl(platform, order, 'fail'),
    ...(input.installments && { maxInstallments: input.installments }),
  })

export interface PayInput {
  readonly lang: string
  readonly installments?: number | undefined
}

/**
 * A reserved order that nobody has tried to pay yet, with nothing missing, is sent to the gateway with one statement; it finds out
 * by itself whether that is so, whatever was seen before.
 */
const sendAtOnce = async (platform: Platform, key: OrderKey, seen: OrderRow, now: Date) => {
  if (seen.status !== 'reserved' || seen.expires_at === null) return undefined
  const expiresAt = extendForPayment({ createdAt: seen.created_at, expiresAt: seen.expires_at }, now)
  return sendToGateway(
    platform.db,
    key,
    { expiresAt, historyId: platform.newId(), payment: firstAttempt(platform, now) },
    now,
  )
}

/**
 * Free orders are paid and issued at once. Else the gateway's page: the one of the attempt under way, or a new one after
 * a decline. `seen` is the order as the caller found it. `details_missing` names what the buyer has yet to fill in; `hold_expired`, `order_state`, `payment_unavailable`.
 */
export const startPayment = async (
  deps: PaymentDeps,
  key: OrderKey,
  input: PayInput,
  now: Date,
  seen?: OrderRow,
): Promise<PaymentStart | Refusal> => {
  const { platform } = deps
  const sent = seen && (await sendAtOnce(platform, key, seen, now))
  if (sent) return showPage(deps, { ...sent, fresh: true }, await eventNamed(platform, key, input.lang), input)
  const [event, early] = await Promise.all([anyEventRow(platform.db, key.eventId), readOrder(platform.db, key)])
  if (early?.total === 0) return payNothing(platform, early, event, now)
  const begun = await inTransaction(platform.db, (tx) => begin(platform, tx, key, event, now))
  if (isRefusal(begun) || !('fresh' in begun)) return begun
  return showPage(deps, begun, event, input)
}

/** What a page is called may lag by a moment. */
const eventNamed = async (platform: Platform, { eventId }: OrderKey, lang: string) =>
  (await eventFactsOf(platform, eventId, asLang(lang) ?? DEFAULT_LANG))?.event

const showPage = async (
  deps: PaymentDeps,
  { order, payment, fresh }: Attempt,
  event: EventRow | undefined,
  input: PayInput,
): Promise<PaymentStart | Refusal> => {
  const { platform } = deps
  const page = fresh ? await pageOf(deps, order, event, payment, input) : await awaitPage(platform, payment)
  if (isRefusal(page)) return page
  // Whoever waited for another's page shows the order as that one left it; one's own is at hand.
  const shown = fresh
    ? order
    : ((await readOrder(platform.db, { eventId: order.event_id, orderId: order.id })) ?? order)
  return { order: shown, payment: { uuid: payment.id, url: page.url } }
}
