import { sql } from 'kysely'
import type { Db } from '../../../platform/database/db.ts'
import type { Agreed } from '../../selling/orders/index.ts'
import type { DisputeRow } from './disputes-queries.ts'

interface Line {
  readonly name: string
  readonly quantity: number
  /** agorot, of the whole line after discounts */
  readonly amount: number
}

interface SentMessage {
  readonly channel: 'sms' | 'email'
  readonly to: string
  readonly template: string
  /** The subject of an e-mail; null for an SMS. */
  readonly subject: string | null
  readonly status: 'queued' | 'sent' | 'failed' | 'dead'
  readonly provider: string | null
  readonly provider_ref: string | null
  readonly created_at: string
  readonly sent_at: string | null
}

interface Entry {
  readonly position: number
  readonly name: string
  readonly direction: 'entry' | 'exit'
  readonly verdict: 'admitted' | 'refused' | 'undone' | 'conflict'
  readonly gate: string | null
  readonly scanned_at: string
}

interface Step {
  readonly kind: string
  readonly created_at: string
}

interface Returned {
  /** agorot */
  readonly amount: number
  readonly status: 'queued' | 'done' | 'failed'
  readonly created_at: string
  readonly done_at: string | null
}

/** Everything stored that speaks for a charge; instants of lists are ISO texts. */
export interface EvidenceRow {
  readonly number: string
  readonly channel: 'online' | 'invitation' | 'cashier'
  readonly lang: string
  readonly buyer_name: string | null
  readonly buyer_phone: string | null
  readonly buyer_email: string | null
  readonly limit_phone: string | null
  /** The phone of the person who was signed in. */
  readonly user_phone: string | null
  readonly created_at: Date
  readonly order_paid_at: Date | null
  readonly total: number
  readonly started_at: Date
  /** What the buyer accepted and when; null: not recorded, as of orders before it was. */
  readonly agreed: (Agreed & { readonly at: string }) | null
  readonly charged_at: Date | null
  readonly charged: number
  readonly refunded: number
  readonly method: 'card' | 'cash' | 'terminal'
  readonly last4: string | null
  readonly approval_code: string | null
  readonly provider: string
  readonly provider_ref: string | null
  readonly installments: number
  readonly wallet: 'bit' | null
  readonly foreign_card: boolean | null
  readonly tickets: number
  readonly lines: readonly Line[]
  readonly messages: readonly SentMessage[]
  readonly entries: readonly Entry[]
  readonly history: readonly Step[]
  readonly refunds: readonly Returned[]
}

/** Rows of each list in a pack: more would hide what matters. */
const MAX_ROWS = 200

/** Login codes that were sent to the buyer's phone in the hour before the payment. */
const CODES = sql`
  m.template = 'login_code' and m."to" = o.buyer_phone and m.order_id is null
  and m.created_at between o.created_at - interval '1 hour' and coalesce(p.paid_at, p.created_at)`

export const readEvidence = async (
  db: Db,
  { event_id: eventId, payment_id: paymentId }: Pick<DisputeRow, 'event_id' | 'payment_id'>,
): Promise<EvidenceRow | undefined> => {
  const { rows } = await sql<EvidenceRow>`
    select o.number::text as number, o.channel, o.lang, o.buyer_name, o.buyer_phone, o.buyer_email, o.limit_phone,
      u.phone as user_phone, o.created_at, o.paid_at as order_paid_at, o.total, p.created_at as started_at, p.paid_at as charged_at,
      (select h.detail->'agreed' || jsonb_build_object('at', h.created_at) from order_history h
        where h.event_id = o.event_id and h.order_id = o.id and h.detail ? 'agreed'
        order by h.created_at desc limit 1) as agreed,
      p.amount as charged, p.refunded, p.method, p.last4, p.approval_code, p.provider, p.provider_ref, p.installments, p.wallet,
      p.foreign_card,
      (select count(*)::int from tickets t where t.event_id = o.event_id and t.order_id = o.id) as tickets,
      (select coalesce(jsonb_agg(jsonb_build_object(
          'name', l.name, 'quantity', l.quantity, 'amount', l.quantity * l.unit_price - l.discount) order by l.position), '[]')
        from order_lines l where l.event_id = o.event_id and l.order_id = o.id) as lines,
      (select coalesce(jsonb_agg(to_jsonb(m) order by m.created_at), '[]') from (
          select m.channel, m."to", m.template, m.subject, m.status, m.provider, m.provider_ref, m.created_at, m.sent_at
          from messages m where m.order_id = o.id
          union all
          select m.channel, m."to", m.template, null, m.status, m.provider, m.provider_ref, m.created_at, m.sent_at
          from messages m where ${CODES}
          order by created_at limit ${MAX_ROWS}) m) as messages,
      (select coalesce(jsonb_agg(to_jsonb(s) order by s.scanned_at), '[]') from (
          select t.position, t.name, s.direction, s.verdict, s.gate, s.scanned_at
          from tickets t join scans s on s.event_id = t.event_id and s.ticket_id = t.id
          where t.event_id = o.event_id and t.order_id = o.id order by s.scanned_at limit ${MAX_ROWS}) s) as entries,
      (select coalesce(jsonb_agg(to_jsonb(h) order by h.created_at), '[]') from (
          select h.kind, h.created_at from order_history h where h.event_id = o.event_id and h.order_id = o.id
          order by h.created_at limit ${MAX_ROWS}) h) as history,
      (select coalesce(jsonb_agg(to_jsonb(r) order by r.created_at), '[]') from (
          select r.amount, r.status, r.created_at, r.done_at from refunds r
          where r.event_id = o.event_id and r.payment_id = p.id order by r.created_at limit ${MAX_ROWS}) r) as refunds
    from payments p
    join orders o on o.event_id = p.event_id and o.id = p.order_id
    left join users u on u.id = o.user_id
    where p.event_id = ${eventId} and p.id = ${paymentId}`.execute(db)
  return rows[0]
}
