import { takesForeignPhone } from '@kartis/domain/foreign-phones.ts'
import { extendForPayment } from '@kartis/domain/hold.ts'
import { waysToPay } from '@kartis/domain/payment-offer.ts'
import { isForeignPhone } from '@kartis/domain/phone.ts'
import { type FieldReasons, hasReasons, type Reason } from '@kartis/domain/reason.ts'
import { isRefusal, type Refusal, refuse } from '@kartis/domain/refusal.ts'
import { isSold } from '@kartis/domain/order.ts'
import { asLang, DEFAULT_LANG } from '@kartis/i18n/lang.ts'
import type { Platform } from '../../../platform/platform.ts'
import { type Db, inTransaction, type Tx } from '../../../platform/database/db.ts'
import { anyEventRow, type EventRow } from '../../catalogue/events/index.ts'
import {
  awaitPage,
  findOrStartAttempt,
  isPageFor,
  type PaymentRow,
  refuseWithoutTerminal,
} from '../../payments/payments/index.ts'
import {
  agreedIn,
  type BuyerDetails,
  eventNameIn,
  lockOrder,
  moveOrders,
  type OrderKey,
  type OrderRow,
  readAnswersOf,
  readOrder,
  readQuestions,
  refuseUnlessOpen,
  updateOrder,
  withDetails,
} from '../orders/index.ts'
import type { CheckoutContext } from './checkout-context.ts'
import { refuseAfterDeclines } from './decline-budget.ts'
import { refuseUnverifiedFree } from './free-order.ts'
import type { Requirements } from './order-reads.ts'
import { type Caller, type DetailsChange, plainDetails, updateDetails } from './update-details.ts'
import { missingDetails } from './validate-details.ts'

export interface PaymentStart {
  readonly order: OrderRow
  /** null: nothing is left to pay. */
  readonly payment: { readonly uuid: string; readonly url: string } | null
}

interface Attempt {
  readonly order: OrderRow
  readonly payment: PaymentRow
  /** Whether this request began the attempt and so must open its page. */
  /** Its page is this request's to open. */
  readonly fresh: boolean
}

/** Why a phone that was accepted is not accepted any more: the limit was set, or a coupon made the order free, after it. */
const phoneReason = (order: OrderRow, event: Requirements['event']): Reason | undefined => {
  if (order.buyer_phone === null || !event) return undefined
  const { limit_per_phone, foreign_phones } = event.settings
  if (limit_per_phone && order.limit_phone === null) return 'phone_unverified'
  if (isForeignPhone(order.buyer_phone) && !takesForeignPhone(foreign_phones, order.total)) return 'phone_not_allowed'
  return undefined
}

const refuseIncomplete = async (
  db: Db | Tx,
  order: OrderRow,
  { event, questions }: Requirements,
): Promise<Refusal | undefined> => {
  const answers = questions.length > 0 ? await readAnswersOf(db, order.event_id, order.id) : []
  const missing = missingDetails(
    { name: order.buyer_name, phone: order.buyer_phone, tickets: order.tickets_count },
    questions,
    answers,
  )
  const phone = phoneReason(order, event)
  const fields: FieldReasons = phone ? { ...missing, phone: [phone] } : missing
  return hasReasons(fields) ? refuse('details_missing', { fields }) : undefined
}

/** Nobody buys for an evening that does not take place, also in the moment until its open orders are ended. */
const cancelledRefusal = ({ name, starts_at: at }: EventRow): Refusal =>
  refuse('event_cancelled', { detail: { name, starts_at: at.toISOString() } })

/** Extends the hold while the buyer is at the gateway, up to a limit that repeated attempts and other sums do not move. */
const extendHold = async (platform: Platform, tx: Tx, order: OrderRow, now: Date): Promise<OrderRow> => {
  const hold = { createdAt: order.created_at, expiresAt: order.expires_at ?? now }
  const expires_at = extendForPayment(hold, now)
  if (order.status === 'reserved')
    await moveOrders(platform, tx, [{ order, detail: agreedIn(order.lang) }], {
      to: 'pending_payment',
      columns: { expires_at },
      now,
    })
  else await updateOrder(tx, { eventId: order.event_id, orderId: order.id }, { expires_at })
  return { ...order, status: 'pending_payment', expires_at }
}

const begin = async (
  platform: Platform,
  tx: Tx,
  key: OrderKey,
  installments: number | undefined,
  now: Date,
): Promise<PaymentStart | Attempt | Refusal> => {
  const order = await lockOrder(tx, key)
  if (!order) return refuse('not_found')
  // A second click finds the order paid.
  if (isSold(order.status)) return { order, payment: null }
  const closed = refuseUnlessOpen(order, now)
  if (closed) return closed
  // A coupon made it free since it was read.
  if (order.total === 0) return refuse('order_state', { detail: { status: order.status } })
  const [event, questions] = [await anyEventRow(tx, key.eventId), await readQuestions(tx, key.eventId)]
  if (event?.cancelled_at) return cancelledRefusal(event)
  const incomplete = await refuseIncomplete(tx, order, { event, questions })
  if (incomplete) return incomplete
  const { eventId, orderId } = key
  const input = { eventId, orderId, accountId: order.account_id, amount: order.total, installments }
  const attempt = await findOrStartAttempt(platform, tx, input, now)
  if (isRefusal(attempt)) return attempt
  return { ...attempt, order: attempt.fresh ? await extendHold(platform, tx, order, now) : order }
}

/** Where the gateway sends the buyer's browser: a page of the sale site that works inside the checkout's frame and alone. */
const returnUrl = (platform: Platform, order: OrderRow, result: 'success' | 'fail'): string =>
  `${platform.settings.publicUrl}/order/checkout/${order.id}/return?result=${result}`

export interface PayInput {
  readonly lang: string
  readonly installments?: number | undefined
  readonly caller: Caller
  /** What the buyer typed, saved as `updateDetails` does; undefined where it was saved before. */
  readonly details?: DetailsChange | undefined
}

/** Refuses a number of instalments that the payment page would not offer for this order. */
const refuseInstallments = async (
  { facts }: CheckoutContext,
  order: OrderRow,
  { installments = 1, lang }: PayInput,
): Promise<Refusal | undefined> => {
  if (installments === 1 || isSold(order.status)) return undefined
  const shown = order.total > 0 ? await facts.get(order.event_id, asLang(lang) ?? DEFAULT_LANG) : undefined
  const ways = shown?.offer && waysToPay(order.total, shown.offer, shown.event.settings.max_installments ?? undefined)
  return installments > (ways?.maxInstallments ?? 1)
    ? refuse('validation', { fields: { installments: ['too_big'] } })
    : undefined
}

/** The smaller of two limits, either of which may be missing. */
const fewest = (first: number | undefined, second: number | undefined): number | undefined =>
  first !== undefined && second !== undefined ? Math.min(first, second) : (first ?? second)

const openPage = async (
  { platform, payments, facts }: CheckoutContext,
  attempt: Pick<Attempt, 'order' | 'payment'>,
  input: PayInput,
) => {
  const { order, payment } = attempt
  const lang = asLang(input.lang) ?? DEFAULT_LANG
  // The name on the page may be a moment old.
  const shown = await facts.get(order.event_id, lang)
  return payments.openPage(payment, {
    description: shown ? eventNameIn(shown.event, input.lang) : order.number,
    buyer: {
      name: order.buyer_name ?? '',
      ...(order.buyer_phone && { phone: order.buyer_phone }),
      ...(order.buyer_email && { email: order.buyer_email }),
    },
    lang,
    successUrl: returnUrl(platform, order, 'success'),
    failUrl: returnUrl(platform, order, 'fail'),
    maxInstallments: fewest(input.installments, shown?.event.settings.max_installments ?? undefined),
  })
}

const paymentPage = async (
  context: CheckoutContext,
  attempt: Pick<Attempt, 'order' | 'payment'>,
  input: PayInput,
): Promise<PaymentStart | Refusal> => {
  const { order, payment } = attempt
  const page = await openPage(context, attempt, input)
  return isRefusal(page) ? page : { order, payment: { uuid: payment.id, url: page.url } }
}

/** How often the page of another request is waited for that turns out to offer other instalments. */
const PAGES_OF_OTHERS = 3

/**
 * The page of the open attempt, or of a new one. The page that another request is opening may offer other instalments than this
 * one chose: then another is opened, and the page that was opened last is the buyer's.
 */
const beginPayment = async (
  context: CheckoutContext,
  key: OrderKey,
  input: PayInput,
  now: Date,
): Promise<PaymentStart | Refusal> => {
  const { platform } = context
  for (let turn = 0; turn < PAGES_OF_OTHERS; turn++) {
    const begun = await inTransaction(platform.db, (tx) => begin(platform, tx, key, input.installments, now))
    if (isRefusal(begun) || !('fresh' in begun)) return begun
    if (begun.fresh) return paymentPage(context, begun, input)
    const page = await awaitPage(platform, begun.payment)
    if (isRefusal(page)) return page
    if (!isPageFor(page, input.installments)) continue
    // The request that opened it may have changed the order since it was read here.
    const current = await readOrder(platform.db, key)
    return { order: current ?? begun.order, payment: { uuid: begun.payment.id, url: page.url } }
  }
  return refuse('payment_unavailable', { detail: { retry_after: 1 } })
}

/**
 * The fast path: a reserved order without earlier attempts and with nothing missing shares one statement with others of its
 * event, which checks all that itself.
 */
const sendReserved = async (
  { platform, writes }: CheckoutContext,
  key: OrderKey,
  loaded: OrderRow,
  details: BuyerDetails | undefined,
  now: Date,
) => {
  if (loaded.status !== 'reserved' || loaded.expires_at === null) return undefined
  const expiresAt = extendForPayment({ createdAt: loaded.created_at, expiresAt: loaded.expires_at }, now)
  const start = { expiresAt, historyId: platform.newId(), paymentId: platform.newId(), details }
  const result = await writes.toGateway(key, start).catch(refuseWithoutTerminal)
  return isRefusal(result) ? result : result.written
}

interface PaidOrder {
  readonly key: OrderKey
  /** As it was read for this request. */
  readonly loaded: OrderRow | undefined
}

/** Saves the details by themselves, then starts the payment. */
const saveFirst = async (
  context: CheckoutContext,
  key: OrderKey,
  { details = {}, ...input }: PayInput,
  now: Date,
): Promise<PaymentStart | Refusal> => {
  const saved = await updateDetails(context, key, details, input.caller, now)
  return isRefusal(saved) ? saved : startPayment(context, { key, loaded: saved.order }, input, now)
}

/**
 * An order that costs nothing is settled with the other settlements of its event, and plain details are written with it. The
 * saved ones are read before that: they are never removed, and whether the hold is still open is decided again under the
 * order's lock.
 */
const completeFree = async (
  context: CheckoutContext,
  order: OrderRow,
  input: PayInput,
  details: BuyerDetails | undefined,
  now: Date,
): Promise<PaymentStart | Refusal> => {
  if (isSold(order.status)) return { order, payment: null }
  const { platform, reads, settlements } = context
  const key = { eventId: order.event_id, orderId: order.id }
  const requirements = await reads.requirements(key.eventId)
  // The phone is verified and counted when it is saved.
  if (details && requirements.event?.settings.limit_per_phone) return saveFirst(context, key, input, now)
  const described = details ? withDetails(order, details) : order
  const { event } = requirements
  const refused =
    refuseUnlessOpen(order, now) ??
    (event?.cancelled_at ? cancelledRefusal(event) : undefined) ??
    (await refuseIncomplete(platform.db, described, requirements)) ??
    (await refuseUnverifiedFree(platform, described, input.caller.phone)) ??
    (await settlements.settleFree(key, details))
  if (refused === 'details_first') return saveFirst(context, key, input, now)
  return refused ?? { order: { ...described, status: 'paid', paid_at: now, expires_at: null }, payment: null }
}

/** The frequent case: a free order, or a reserved one, whose details are saved already or plain. Writes nothing otherwise. */
const startFast = async (
  context: CheckoutContext,
  key: OrderKey,
  loaded: OrderRow,
  input: PayInput,
  now: Date,
): Promise<PaymentStart | Refusal | undefined> => {
  const details = input.details && plainDetails(input.details, input.caller.lang)
  if (input.details && !details) return undefined
  if (loaded.total === 0) return completeFree(context, loaded, input, details, now)
  const sent = await sendReserved(context, key, loaded, details, now)
  return sent === undefined || isRefusal(sent) ? sent : paymentPage(context, sent, input)
}

/**
 * Starts the payment of an order. A free order is paid and issued at once; else the gateway's page: that of the open
 * attempt, or of a new one after a decline. Details that come along are saved before it or with it; refused ones start nothing.
 * Refusals: those of `updateDetails`, `validation` of more instalments than there are, `details_missing` with the fields,
 * `hold_expired`, `order_state`, `payment_unavailable`, `overloaded`, `too_many_requests` after many declined cards.
 */
export const startPayment = async (
  context: CheckoutContext,
  { key, loaded }: PaidOrder,
  input: PayInput,
  now: Date,
): Promise<PaymentStart | Refusal> => {
  const { platform } = context
  const refused =
    loaded &&
    ((await refuseInstallments(context, loaded, input)) ??
      (loaded.total === 0 ? undefined : await refuseAfterDeclines(platform, loaded, input.caller.phone)))
  if (refused) return refused
  const fast = loaded && (await startFast(context, key, loaded, input, now))
  if (fast) return fast
  if (input.details) return saveFirst(context, key, input, now)
  const early = await readOrder(platform.db, key)
  if (early?.total === 0) return completeFree(context, early, input, undefined, now)
  return beginPayment(context, key, input, now)
}
