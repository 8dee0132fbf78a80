import type { Generated } from 'kysely'
import type { GeneratedStamp, Json, JsonOrNull, Stamp, StampOrNull } from '../../../platform/database/schema-columns.ts'

export interface PaymentsTable {
  event_id: string
  id: string
  order_id: string
  account_id: string
  provider: string
  /** The terminal that charges it; null for cash, and for payments older than terminals. */
  terminal_id: string | null
  method: Generated<'card' | 'cash' | 'terminal'>
  status: 'started' | 'paid' | 'declined' | 'abandoned'
  amount: number
  refunded: Generated<number>
  provider_ref: string | null
  approval_code: string | null
  last4: string | null
  brand_code: string | null
  issuer_code: string | null
  acquirer_code: string | null
  foreign_card: boolean | null
  bucket: 'regular' | 'special' | 'tourist' | null
  decline_code: string | null
  url: string | null
  expires_at: StampOrNull
  checked_at: StampOrNull
  raw: JsonOrNull<Record<string, unknown> | null>
  created_at: Stamp
  paid_at: StampOrNull
}

export interface RefundsTable {
  event_id: string
  id: string
  payment_id: string
  order_id: string
  amount: number
  status: Generated<'queued' | 'done' | 'failed'>
  reason: Generated<string>
  provider_ref: string | null
  attempts: Generated<number>
  last_error: string | null
  created_at: Stamp
  done_at: StampOrNull
}

export interface PaymentTerminalsTable {
  id: string
  /** null: the installation's own */
  account_id: string | null
  provider: string
  /** JSON, sealed with the platform's keys */
  config: string
  name: string
  active: boolean
  created_at: Stamp
}

export interface PaymentWebhooksTable {
  id: string
  provider: string
  provider_key: string
  payment_id: string | null
  body: Json<Record<string, unknown>>
  outcome: string | null
  received_at: GeneratedStamp
  handled_at: StampOrNull
}

declare module '../../../platform/database/schema.ts' {
  interface Database {
    payments: PaymentsTable
    refunds: RefundsTable
    payment_terminals: PaymentTerminalsTable
    payment_webhooks: PaymentWebhooksTable
  }
}
