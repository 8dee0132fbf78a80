import { bucketOf } from '@kartis/domain/card-bucket.ts'
import { isBeyond } from '@kartis/domain/payment-offer.ts'
import type { Platform } from '../../../platform/platform.ts'
import type { Tx } from '../../../platform/database/db.ts'
import { paidEvent } from './domain-events.ts'
import type { PaidFact } from './gateway.ts'
import { insertPayment, markPaidMany, type PaymentRow, readPaymentsOf } from './payments-queries.ts'
import { requestRefund } from './refund.ts'

/** What was charged, the gateway's codes as they came, and the clearing rate of the card. */
const paidColumns = (fact: PaidFact) => ({
  amount: fact.amount,
  provider_ref: fact.providerRef,
  approval_code: fact.approvalCode,
  charge_key: fact.chargeKey ?? null,
  last4: fact.last4 || null,
  brand_code: fact.brandCode,
  issuer_code: fact.issuerCode,
  acquirer_code: fact.acquirerCode,
  foreign_card: fact.foreign,
  bucket: bucketOf({ foreign: fact.foreign, brand: fact.brand }),
  wallet: fact.wallet,
  installments: fact.installments,
  raw: { ...fact.raw, installments: fact.installments },
})

/** Makes payments of one event paid with one statement; the ids of those that this caller changed. */
export const recordPaidMany = (
  tx: Tx,
  eventId: string,
  paid: readonly { readonly payment: PaymentRow; readonly fact: PaidFact }[],
  now: Date,
): Promise<ReadonlySet<string>> =>
  markPaidMany(
    tx,
    eventId,
    paid.map(({ payment, fact }) => ({ id: payment.id, ...paidColumns(fact) })),
    now,
  )

/** True for the one caller that made the payment paid. */
export const recordPaid = async (tx: Tx, payment: PaymentRow, fact: PaidFact, now: Date): Promise<boolean> =>
  (await recordPaidMany(tx, payment.event_id, [{ payment, fact }], now)).has(payment.id)

/** Whether the charge was made in a way that the payment's page did not offer. */
export const isNotOffered = (payment: PaymentRow, fact: PaidFact): boolean =>
  isBeyond({ installments: payment.offered_installments, bit: payment.offered_bit }, fact)

/**
 * Records a charge that was not offered: the money was taken, so it is settled all the same, and reported to the operator.
 * For the one caller that made the payment paid. What the order's history says of it.
 */
export const recordNotOffered = async (
  platform: Platform,
  tx: Tx,
  payment: PaymentRow,
  { amount, installments, wallet }: PaidFact,
  now: Date,
) => {
  const { id, order_id: order, event_id: eventId, account_id: accountId } = payment
  const offered = payment.offered_installments ?? 1
  const data = { order, amount, installments, offered, wallet }
  await platform.domainEvents.append(tx, [
    { type: 'payment.not_offered', at: now, accountId, eventId, subject: id, data },
  ])
  platform.log.warn({ payment: id, order, installments, offered, wallet }, 'a payment was made as it was not offered')
  return { payment: id, installments, offered, wallet }
}

/**
 * Refunds charges beyond the first that carry the same payment id: each is recorded as a payment of its own, at the
 * terminal of the first. The caller holds the lock of the order, so that each is recorded once. How many there were.
 */
export const returnExtraCharges = async (
  platform: Platform,
  tx: Tx,
  payment: PaymentRow,
  fact: PaidFact,
  now: Date,
): Promise<number> => {
  if (fact.extra.length === 0) return 0
  const recorded = new Set(
    (await readPaymentsOf(tx, payment.event_id, payment.order_id)).map((row) => row.provider_ref),
  )
  const fresh = fact.extra.filter(
    (charge) => charge.providerRef !== fact.providerRef && !recorded.has(charge.providerRef),
  )
  for (const charge of fresh) {
    const extra = await insertPayment(tx, {
      event_id: payment.event_id,
      id: platform.newId(),
      order_id: payment.order_id,
      account_id: payment.account_id,
      provider: payment.provider,
      terminal_id: payment.terminal_id,
      method: 'card',
      status: 'paid',
      amount: charge.amount,
      provider_ref: charge.providerRef,
      approval_code: charge.approvalCode,
      created_at: now,
      paid_at: now,
    })
    await platform.domainEvents.append(tx, [paidEvent(extra)])
    await requestRefund(platform, tx, {
      eventId: payment.event_id,
      paymentId: extra.id,
      amount: charge.amount,
      reason: 'charged_twice',
    })
  }
  return fresh.length
}
