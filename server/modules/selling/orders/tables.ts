import type { Generated, GeneratedAlways } from 'kysely'
import type { GeneratedJson, Json, JsonOrNull, Stamp, StampOrNull } from '../../../platform/database/schema-columns.ts'
import type { PrintedSeat } from '../inventory/index.ts'

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
  /** Kept of the refunds when tickets were cancelled at the buyer's request; agorot. */
  cancellation_fee: Generated<number>
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
  /** Keyed hashes of the network and of the browser that reserved it, for limits; null in other channels. */
  network: string | null
  device: string | null
  lang: Generated<string>
  marketing_consent_at: StampOrNull
  /**
   * The generation of the order's link, `linkGeneration` in code: each change of the buyer's phone or e-mail increments it, so
   * that links sent before stop working.
   */
  link_turn: Generated<number>
  /** When the buyer asked to cancel without signing in; null once somebody has acted on it. */
  cancellation_requested_at: StampOrNull
  /** The seats that were chosen first, where a late payment got equal ones instead. */
  replaced_seats: JsonOrNull<readonly PrintedSeat[] | null>
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
  /** Uuids of the seats that the line got, as many as tickets; kept when the order ends. Null: no numbered places. */
  seats: Generated<string[] | null>
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

declare module '../../../platform/database/schema.ts' {
  interface Database {
    orders: OrdersTable
    order_lines: OrderLinesTable
    order_answers: OrderAnswersTable
    order_history: OrderHistoryTable
  }
}
