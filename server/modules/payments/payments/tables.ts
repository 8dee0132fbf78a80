import type { PaymentState } from '@kartis/domain/payment-state.ts'
import type { Generated } from 'kysely'
import type { GeneratedStamp, Json, JsonOrNull, Stamp, StampOrNull } from '../../../platform/database/schema-columns.ts'

/** Attempts to pay orders; sums in agorot. Written by `payments` only. */
export interface PaymentsTable {
  event_id: string
  id: string
  order_id: string
  account_id: string
  provider: string
  /** The terminal that charges it; null for cash, and for payments older than terminals. */
  terminal_id: string | null
  /** `card`: on a payment page; `terminal`: at a card reader of the box office. */
  method: Generated<'card' | 'cash' | 'terminal'>
  status: PaymentState
  /** What is due, and once it is paid what was charged. */
  amount: number
  /** Promised to the buyer: sent, on its way, or waiting for a bank transfer. */
  refunded: Generated<number>
  /** The part of `refunded` that the gateway refused and that waits for a bank transfer. */
  waiting: Generated<number>
  /** What the cardholder disputes of it, and what the acquirer has taken after a dispute: it is not refunded as well. */
  disputed: Generated<number>
  /** The gateway's id of the charge. */
  provider_ref: string | null
  approval_code: string | null
  /** What its refunds are listed under, where they do not name the charge by `provider_ref`. */
  charge_key: string | null
  last4: string | null
  brand_code: string | null
  issuer_code: string | null
  acquirer_code: string | null
  foreign_card: boolean | null
  /** Which of the clearing fees applies to the card. */
  bucket: 'regular' | 'special' | 'tourist' | null
  /** The phone wallet that paid in place of a card; then there are no last digits. */
  wallet: 'bit' | null
  /** Number of charges that the buyer chose. */
  installments: Generated<number>
  /** What the payment page offered; null without a page, for pages of before, and where it is not the page that says so. */
  offered_installments: number | null
  offered_bit: boolean | null
  decline_code: string | null
  /** The payment page, the gateway's id of it, and until when it may be paid. */
  url: string | null
  page_ref: string | null
  expires_at: StampOrNull
  /** The last lookup at the gateway. */
  checked_at: StampOrNull
  raw: JsonOrNull<Record<string, unknown> | null>
  created_at: Stamp
  paid_at: StampOrNull
}

/** Refunds of payments, in agorot: queued with the cancellation, sent to the gateway by a job. */
export interface RefundsTable {
  event_id: string
  id: string
  payment_id: string
  order_id: string
  amount: number
  status: Generated<'queued' | 'done' | 'failed'>
  /** The gateway refused it for good: it is owed by bank transfer, and its amount stays reserved on the payment. */
  waits: Generated<boolean>
  reason: Generated<string>
  provider_ref: string | null
  /** How the money went back: by the gateway, or handed over by a person; null until then, and for cash. */
  way: 'void' | 'credit' | 'by_hand' | null
  attempts: Generated<number>
  last_error: string | null
  created_at: Stamp
  done_at: StampOrNull
}

/**
 * Every request of a refund to its gateway, written before it is sent: one without an outcome may have reached the gateway.
 * The refund's id is the key of all of them.
 */
export interface RefundAttemptsTable {
  event_id: string
  refund_id: string
  /** 1, 2 … */
  number: number
  sent_at: Stamp
  /** `unknown`: the gateway may have sent the money; it is asked before anything is sent again. */
  outcome: 'done' | 'refused' | 'unknown' | null
  /** The gateway's code of a refusal or of an unknown outcome. */
  code: string | null
}

/**
 * Accounts at payment gateways (terminals). In code a terminal is one of these; a card reader is a
 * `reader`, except for the API's payment method `terminal`.
 */
export interface PaymentTerminalsTable {
  id: string
  /** null: the installation's own */
  account_id: string | null
  provider: string
  /** JSON, sealed with the platform's keys */
  config: string
  name: string
  /** A terminal that the account or the settings name no longer is not active: it serves its payments only. */
  active: boolean
  /** `settings`: the installation's, saved at every start; `operator`: added by command. */
  origin: Generated<'settings' | 'operator'>
  /** The operator's switch: no new payment goes there. */
  suspended_at: StampOrNull
  /** What its payment pages offer: at most so many instalments, none below an amount in agorot; and Bit. */
  max_installments: Generated<number>
  min_installment: Generated<number>
  bit: Generated<boolean>
  /** Of its payment pages, for the Content Security Policy. */
  origins: Generated<string[]>
  created_at: Stamp
}

/** Webhooks as received; unique by provider and `provider_key`. */
export interface PaymentWebhooksTable {
  id: string
  provider: string
  provider_key: string
  payment_id: string | null
  body: Json<Record<string, unknown>>
  /** Result of `queryGateway`; null until handled. */
  outcome: string | null
  received_at: GeneratedStamp
  handled_at: StampOrNull
}

declare module '../../../platform/database/schema.ts' {
  interface Database {
    payments: PaymentsTable
    refunds: RefundsTable
    refund_attempts: RefundAttemptsTable
    payment_terminals: PaymentTerminalsTable
    payment_webhooks: PaymentWebhooksTable
  }
}
