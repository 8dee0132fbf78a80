import { sql } from 'kysely'
import type { Platform } from '../../../platform/platform.ts'
import type { Db, Tx } from '../../../platform/database/db.ts'
import type { UserActor } from '../../../platform/http/authorization.ts'
import { countAll, offsetOf, type PageOf } from '../../../platform/http/listing.ts'
import type { OrderRow } from '../../selling/orders/index.ts'

/** Whose data: an exact contact in one account, or a signed-in person in all of them. */
export interface Subject {
  /** undefined: all accounts. */
  readonly accountId?: string | undefined
  /** E.164 */
  readonly phone?: string | undefined
  /** In lower case. */
  readonly email?: string | undefined
  readonly userId?: string | undefined
}

const belongsTo = ({ accountId, phone, email, userId }: Subject) => sql<boolean>`
  (${accountId ?? null}::uuid is null or o.account_id = ${accountId ?? null}::uuid)
  and (o.buyer_phone = ${phone ?? null}::text or lower(o.buyer_email) = ${email ?? null}::text
    or o.user_id = ${userId ?? null}::uuid)`

/** An order of a person with the counts of its parts; sums in agorot. */
export interface PersonOrder {
  readonly id: string
  readonly event_id: string
  readonly account_id: string
  readonly number: string
  readonly status: OrderRow['status']
  readonly total: number
  readonly created_at: Date
  readonly paid_at: Date | null
  readonly buyer_name: string | null
  readonly buyer_phone: string | null
  readonly buyer_email: string | null
  readonly marketing_consent_at: Date | null
  readonly event_name: string
  readonly starts_at: Date
  readonly tickets: number
  /** Tickets that may still be used. */
  readonly upcoming: number
  readonly answers: number
  readonly files: number
  readonly invitations: number
  readonly messages: number
}

/** Every order of a person, the newest first, with the counts of its parts. */
export const ordersOfPerson = async (db: Db | Tx, subject: Subject, now: Date): Promise<PersonOrder[]> => {
  const { rows } = await sql<PersonOrder>`
    select o.id, o.event_id, o.account_id, o.number::text as number, o.status, o.total, o.created_at, o.paid_at,
      o.buyer_name, o.buyer_phone, o.buyer_email, o.marketing_consent_at, e.name as event_name, e.starts_at,
      (select count(*)::int from tickets t where t.event_id = o.event_id and t.order_id = o.id) as tickets,
      (select count(*)::int from tickets t where t.event_id = o.event_id and t.order_id = o.id
        and t.status = 'valid' and t.redeemed_at is null and e.ends_at > ${now} and e.status <> 'archived') as upcoming,
      (select count(*)::int from order_answers a where a.event_id = o.event_id and a.order_id = o.id) as answers,
      (select count(*)::int from attachments f where f.owner_type = 'order' and f.owner_id = o.id) as files,
      (select count(*)::int from invitations i where i.event_id = o.event_id and i.order_id = o.id) as invitations,
      (select count(*)::int from messages m where m.order_id = o.id) as messages
    from orders o join events e on e.id = o.event_id
    where ${belongsTo(subject)}
    order by o.created_at desc, o.id desc`.execute(db)
  return rows
}

/** The parts of an order as JSON arrays; sums in shekels, as the person reads them. */
export interface OrderDetails {
  readonly id: string
  readonly tickets: unknown
  readonly lines: unknown
  readonly payments: unknown
  readonly answers: unknown
  readonly files: unknown
  readonly history: unknown
  readonly messages: unknown
}

/** The parts of orders as the person may read them: without card fingerprints and tokens. */
export const orderDetails = async (db: Db, ids: readonly string[]): Promise<OrderDetails[]> => {
  const { rows } = await sql<OrderDetails>`
    select o.id,
      (select coalesce(jsonb_agg(jsonb_build_object('name', t.name, 'price', round(t.price / 100.0, 2), 'status', t.status,
        'redeemed_at', t.redeemed_at, 'cancelled_at', t.cancelled_at) order by t.position), '[]')
        from tickets t where t.event_id = o.event_id and t.order_id = o.id) as tickets,
      (select coalesce(jsonb_agg(jsonb_build_object('name', l.name, 'quantity', l.quantity,
        'price', round(l.unit_price / 100.0, 2)) order by l.position), '[]')
        from order_lines l where l.event_id = o.event_id and l.order_id = o.id) as lines,
      (select coalesce(jsonb_agg(jsonb_build_object('method', p.method, 'status', p.status, 'last4', p.last4,
        'amount', round(p.amount / 100.0, 2), 'refunded', round(p.refunded / 100.0, 2), 'at', p.created_at)
        order by p.created_at), '[]') from payments p where p.event_id = o.event_id and p.order_id = o.id) as payments,
      (select coalesce(jsonb_agg(jsonb_build_object('question', a.question, 'ticket', a.ticket_no, 'answer', a.value)
        order by a.ticket_no), '[]') from order_answers a where a.event_id = o.event_id and a.order_id = o.id) as answers,
      (select coalesce(jsonb_agg(jsonb_build_object('name', f.name, 'type', f.content_type, 'bytes', f.bytes)), '[]')
        from attachments f where f.owner_type = 'order' and f.owner_id = o.id) as files,
      (select coalesce(jsonb_agg(jsonb_build_object('what', h.kind, 'at', h.created_at) order by h.created_at), '[]')
        from order_history h where h.event_id = o.event_id and h.order_id = o.id) as history,
      (select coalesce(jsonb_agg(jsonb_build_object('channel', m.channel, 'to', m."to", 'subject', m.subject,
        'text', regexp_replace(m.text, 'token=[[:alnum:]_-]+', 'token=…', 'g'), 'status', m.status, 'at', m.created_at)
        order by m.created_at), '[]') from messages m where m.order_id = o.id) as messages
    from orders o where o.id = any(${[...ids]}::uuid[])`.execute(db)
  return rows
}

/** An entry of the log; the person is stored as a keyed hash only. */
export interface LogEntry {
  readonly id: string
  readonly accountId: string | null
  readonly userId: string
  readonly kind: 'export' | 'erase'
  readonly personHash: string
  readonly counts: Readonly<Record<string, number>>
  readonly now: Date
}

/** What the log says of a person's own request: no account, and the person as author. */
export const myLogEntry = ({ newId, keys }: Platform, user: UserActor, kind: LogEntry['kind']) => ({
  id: newId(),
  accountId: null,
  userId: user.id,
  kind,
  personHash: keys.hmac('data_rights_person', user.phone),
})

export const writeLog = async (db: Db | Tx, entry: LogEntry): Promise<void> => {
  await db
    .insertInto('data_rights_log')
    .values({
      id: entry.id,
      account_id: entry.accountId,
      user_id: entry.userId,
      kind: entry.kind,
      person_hash: entry.personHash,
      counts: JSON.stringify(entry.counts),
      created_at: entry.now,
    })
    .execute()
}

/** One page of an account's log, the newest first, with the names of the authors and the total. */
export const listLog = async (db: Db, accountId: string, page: PageOf) => {
  const found = db.selectFrom('data_rights_log as l').where('l.account_id', '=', accountId)
  const rows = await found
    .leftJoin('users as u', 'u.id', 'l.user_id')
    .select(['l.id', 'l.kind', 'l.counts', 'l.created_at', 'u.first_name', 'u.last_name', 'u.phone'])
    .orderBy('l.created_at', 'desc')
    .orderBy('l.id', 'desc')
    .limit(page.per_page)
    .offset(offsetOf(page))
    .execute()
  const { n } = await found.select(countAll.as('n')).executeTakeFirstOrThrow()
  return { rows, total: Number(n) }
}
