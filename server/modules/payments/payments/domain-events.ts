import type { Agorot } from '@kartis/domain/money.ts'
import { type RawBuilder, type Selectable, sql } from 'kysely'
import { insertEventsFrom } from '../../../platform/domain-events/events-queries.ts'
import type { NewDomainEvent } from '../../../platform/domain-events/event-types.ts'
import type { PaymentsTable } from './tables.ts'

type PaymentRow = Selectable<PaymentsTable>

interface PaymentData {
  readonly order: string
  readonly amount: Agorot
  readonly method: PaymentRow['method']
}

/** A charge in a way that the payment page did not offer. */
interface NotOfferedData {
  readonly order: string
  readonly amount: Agorot
  readonly installments: number
  /** Most instalments that the page offered. */
  readonly offered: number
  readonly wallet: 'bit' | null
}

interface RefundData {
  readonly order: string
  readonly payment: string
  readonly amount: Agorot
}

interface FailedRefundData extends RefundData {
  /** The amount stays reserved on the payment: the buyer is owed it by bank transfer. Missing in older versions, which released it. */
  readonly waits?: true
  /** It is the rest of this refund, of which a part went back elsewhere. */
  readonly rest_of?: string
}

interface DoneRefundData extends RefundData {
  /** A person has handed the money of a card payment back: the gateway sent nothing. */
  readonly by_hand?: true
  /** By bank transfer from the account of the installation; else the producer paid it. */
  readonly from_bank?: true
}

/** The subject is the payment or the refund. */
export interface PaymentEventData {
  'payment.paid': PaymentData
  'payment.declined': PaymentData
  'payment.not_offered': NotOfferedData
  'refund.requested': RefundData
  'refund.done': DoneRefundData
  /** The gateway refused for good. */
  'refund.failed': FailedRefundData
  /** A refused refund is not owed any more: the buyer got the money another way. Its amount is free again. */
  'refund.withdrawn': RefundData
}

declare module '../../../platform/domain-events/event-types.ts' {
  // oxlint-disable-next-line typescript/no-empty-interface, typescript/no-empty-object-type -- adds the events of payments
  interface DomainEventData extends PaymentEventData {}
}

/** The insert of an event for each row of `payments`, as a part of the statement that changes them. */
export const insertPaymentEvents = (
  type: 'payment.paid' | 'payment.declined',
  payments: RawBuilder<unknown>,
  at: Date,
): RawBuilder<unknown> =>
  insertEventsFrom(sql`
    select ${type}, ${at}::timestamptz, account_id, event_id, id,
      jsonb_build_object('order', order_id, 'amount', amount, 'method', method) from ${payments}`)

/** The insert of an event for each row of `refunds`, with the account of their payment. */
export const insertRefundEvents = (
  type: 'refund.done' | 'refund.failed',
  refunds: RawBuilder<unknown>,
  at: Date,
): RawBuilder<unknown> =>
  insertEventsFrom(sql`
    select ${type}, ${at}::timestamptz, p.account_id, r.event_id, r.id,
      jsonb_build_object('order', r.order_id, 'payment', r.payment_id, 'amount', r.amount)
        || ${type === 'refund.failed' ? sql`'{"waits": true}'::jsonb` : sql`'{}'::jsonb`}
    from ${refunds} r join payments p on p.event_id = r.event_id and p.id = r.payment_id`)

/** The event of a payment that is paid from the start. */
export const paidEvent = (payment: PaymentRow): NewDomainEvent => ({
  type: 'payment.paid',
  at: payment.paid_at ?? payment.created_at,
  accountId: payment.account_id,
  eventId: payment.event_id,
  subject: payment.id,
  data: { order: payment.order_id, amount: payment.amount, method: payment.method },
})
