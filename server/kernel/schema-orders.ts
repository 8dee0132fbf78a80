import type { Generated, GeneratedAlways } from 'kysely'
import type { GeneratedJson, GeneratedStamp, Json, JsonOrNull, Stamp, StampOrNull } from './schema-columns.ts'

export interface OrdersTable {
  event_id: string
  id: string
  account_id: string
  number: Generated<string>
  token_hash: string
  status: 'reserved' | 'pending_payment' | 'paid' | 'partially_refunded' | 'refunded' | 'cancelled' | 'expired'
  channel: Generated<'online' | 'invitation' | 'cashier'>
  total: number
  tickets_count: number
  /** Of `total` plus this the tickets are worth; agorot. */
  discount: Generated<number>
  coupon_id: string | null
  coupon_code: string | null
  /** Keyed hash of the verified phone whose limits the order counts against. */
  limit_phone: string | null
  buyer_name: string | null
  /** `buyer_name` as a search compares it; PostgreSQL keeps it. */
  buyer_search: GeneratedAlways<string | null>
  buyer_phone: string | null
  buyer_email: string | null
  user_id: string | null
  lang: Generated<string>
  marketing_consent_at: StampOrNull
  /** Each change of the buyer's phone raises it: the link that went to the old one ends. */
  link_turn: Generated<number>
  expires_at: StampOrNull
  created_at: Stamp
  paid_at: StampOrNull
  closed_at: StampOrNull
}

export interface OrderLinesTable {
  event_id: string
  order_id: string
  position: number
  ticket_type_id: string
  name: string
  quantity: number
  unit_price: number
  /** Off the whole line; agorot. */
  discount: Generated<number>
}

export interface TicketsTable {
  event_id: string
  id: string
  order_id: string
  ticket_type_id: string
  name: string
  position: number
  price: number
  status: Generated<'valid' | 'cancelled'>
  redeemed_at: StampOrNull
  redeemed_device: string | null
  redeemed_by: string | null
  cancelled_at: StampOrNull
  created_at: Stamp
}

export interface OrderAnswersTable {
  event_id: string
  order_id: string
  field_id: string
  ticket_no: Generated<number>
  question: string
  type: string
  value: Json<unknown>
}

export interface OrderHistoryTable {
  event_id: string
  id: string
  order_id: string
  kind: string
  detail: GeneratedJson<Record<string, unknown>>
  user_id: string | null
  created_at: Stamp
}

export interface PaymentsTable {
  event_id: string
  id: string
  order_id: string
  account_id: string
  provider: string
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

export interface GatewayWordsTable {
  id: string
  provider: string
  provider_key: string
  payment_id: string | null
  body: Json<Record<string, unknown>>
  outcome: string | null
  received_at: GeneratedStamp
  handled_at: StampOrNull
}

export interface InvitationsTable {
  event_id: string
  id: string
  order_id: string
  account_id: string
  recipient_name: string
  phone: string
  sent_by: string | null
  created_at: Stamp
  revoked_at: StampOrNull
}

export interface ScansTable {
  event_id: string
  id: string
  ticket_id: string | null
  verdict: 'admitted' | 'refused'
  refusal: string | null
  code_hash: string | null
  device_id: string | null
  gate: string | null
  user_id: string | null
  scanned_at: Stamp
  received_at: GeneratedStamp
}

/** How many of an event's valid tickets have entered. */
export interface EventEntriesTable {
  event_id: string
  entered: number
}

export interface PayoutsTable {
  event_id: string
  id: string
  account_id: string
  amount: number
  reference: Generated<string>
  paid_at: Stamp
}

export interface OrdersTables {
  orders: OrdersTable
  order_lines: OrderLinesTable
  tickets: TicketsTable
  order_answers: OrderAnswersTable
  order_history: OrderHistoryTable
  payments: PaymentsTable
  refunds: RefundsTable
  gateway_words: GatewayWordsTable
  invitations: InvitationsTable
  scans: ScansTable
  event_entries: EventEntriesTable
  payouts: PayoutsTable
}
