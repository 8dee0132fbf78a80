import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../../platform/database/db.ts'
import type { PrintedSeat } from '../inventory/index.ts'
import type { OrdersTable } from '../orders/index.ts'
import type { PaymentsTable } from '../../payments/payments/index.ts'
import type { OrderKey } from '../orders/index.ts'

export interface ExportAnswer {
  readonly field_id: string
  readonly ticket_no: number
  readonly value: unknown
}

/** One order as a row of the sheet. */
export interface ExportRow {
  readonly number: string
  readonly event_id: string
  readonly status: OrdersTable['status']
  readonly channel: 'online' | 'invitation' | 'cashier'
  readonly created_at: Date
  readonly paid_at: Date | null
  readonly expires_at: Date | null
  readonly buyer_name: string | null
  readonly buyer_phone: string | null
  readonly buyer_email: string | null
  /** The phone's current consent to news from the organiser, given with whichever order. */
  readonly marketing: boolean
  readonly tickets_count: number
  /** agorot */
  readonly total: number
  /** agorot */
  readonly discount: number
  readonly coupon_code: string | null
  readonly types: string | null
  /** Of valid tickets, in their order; null without numbered places. */
  readonly seats: readonly PrintedSeat[] | null
  readonly cancelled: number
  readonly redeemed: number
  /** Not refunded of its payments, in agorot; null when it has none. */
  readonly remaining: number | null
  /** agorot that wait for a bank transfer */
  readonly waiting: number | null
  readonly method: 'card' | 'cash' | 'terminal' | null
  readonly last4: string | null
  readonly wallet: PaymentsTable['wallet']
  /** Of a payment by card or wallet: the number of charges that the buyer chose; else null. */
  readonly installments: number | null
  readonly bucket: PaymentsTable['bucket']
  readonly answers: readonly ExportAnswer[] | null
}

const ANSWERS = sql`(
  select jsonb_agg(jsonb_build_object('field_id', a.field_id, 'ticket_no', a.ticket_no, 'value', a.value) order by a.ticket_no)
  from order_answers a where a.event_id = o.event_id and a.order_id = o.id)`

/** Rows of the sheet in the order of the keys, with one statement. */
export const readExportRows = async (db: Db, keys: readonly OrderKey[], withAnswers: boolean): Promise<ExportRow[]> => {
  const answers: RawBuilder<unknown> = withAnswers ? ANSWERS : sql`null::jsonb`
  const { rows } = await sql<ExportRow>`
    select o.number, o.event_id, o.status, o.channel, o.created_at, o.paid_at, o.expires_at,
           o.buyer_name, o.buyer_phone, o.buyer_email, o.tickets_count, o.total, o.discount, o.coupon_code,
           coalesce((select given from marketing_consents c where c.account_id = o.account_id and c.phone = o.buyer_phone
             order by c.created_at desc, c.id desc limit 1), false) as marketing,
           (select string_agg(l.quantity || ' × ' || l.name, ', ' order by l.position) from order_lines l
             where l.event_id = o.event_id and l.order_id = o.id) as types,
           t.cancelled, t.redeemed, t.seats, p.remaining, p.waiting, p.method, p.last4, p.wallet, p.installments, p.bucket, ${answers} as answers
    from unnest(${keys.map(({ eventId }) => eventId)}::uuid[], ${keys.map(({ orderId }) => orderId)}::uuid[])
      with ordinality as k (event_id, order_id, place)
    join orders o on o.event_id = k.event_id and o.id = k.order_id
    cross join lateral (
      select (count(*) filter (where status = 'cancelled'))::int as cancelled,
             (count(*) filter (where redeemed_at is not null))::int as redeemed,
             json_agg(seat order by position) filter (where seat is not null and status = 'valid') as seats
      from tickets where event_id = o.event_id and order_id = o.id
    ) t
    cross join lateral (
      select sum(amount - refunded)::float8 as remaining, sum(waiting)::float8 as waiting, min(method) as method, min(last4) as last4, min(wallet) as wallet, min(bucket) as bucket,
        max(installments) filter (where method = 'card') as installments
      from payments where event_id = o.event_id and order_id = o.id and status = 'paid'
    ) p
    order by k.place`.execute(db)
  return rows
}
