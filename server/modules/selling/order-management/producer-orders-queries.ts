import type { listOrders } from '@kartis/contract/orders.ts'
import type { QueryOf } from '@kartis/contract/endpoint.ts'
import { phoneSearchDigits } from '@kartis/domain/phone.ts'
import { rowLabelsLike, withoutRowNumber } from '@kartis/domain/row-label.ts'
import { searchText } from '@kartis/domain/text.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../../platform/database/db.ts'
import { containing, countAll, ofEvents, offsetOf, type PageOf, sortOf } from '../../../platform/http/listing.ts'
import type { OrderKey } from '../orders/index.ts'
import { EVER_SOLD, inState } from './order-conditions-queries.ts'

export type OrdersFilter = NonNullable<QueryOf<typeof listOrders>['filter']>
type Condition = RawBuilder<boolean>

const never = sql<boolean>`false`

const nameLike = (text: string): Condition => {
  const pattern = searchText(text)
  return pattern === '' ? never : sql<boolean>`o.buyer_search like ${containing(pattern)}`
}

const phoneLike = (text: string): Condition => {
  const digits = phoneSearchDigits(text)
  return digits === undefined ? never : sql<boolean>`o.buyer_phone like ${containing(digits)}`
}

const numberLike = (text: string): Condition => sql<boolean>`o.number::text like ${containing(text.trim())}`
const emailLike = (text: string): Condition => sql<boolean>`o.buyer_email ilike ${containing(text.trim())}`

/** What people type around the row and the number. */
const SEAT_LABELS = /^(שורה|כיסא|כיסאות|מקום|אזור|row|seat|section|صف|الصف|مقعد|المقعد|قسم)$/iu

const ROW_LABELS = /^(שורה|row|صف|الصف)$/iu

/** Every term is the row or the number of one seat, or a part of its section's name. `row 3 (ג׳)`: the number says the same as the letters. */
const seatLike = (text: string, accountId: string): Condition => {
  const typed = withoutRowNumber(text).split(/[\s,.;:·()\u200e\u200f-]+/u)
  const terms = typed
    .map((term, index) => ({ term, row: ROW_LABELS.test(typed[index - 1] ?? '') ? rowLabelsLike(term) : [term] }))
    .filter(({ term }) => term !== '' && !SEAT_LABELS.test(term))
  if (terms.length === 0) return never
  const matches = terms.map(
    ({ term, row }) => sql<boolean>`(t.seat ->> 'row' in (${sql.join(row)}) or t.seat ->> 'number' = ${term}
      or t.seat ->> 'section' ilike ${containing(term)})`,
  )
  // Tickets with seats have an index of their own: events without seats are not read.
  return sql<boolean>`o.id in (select t.order_id from tickets t
    where t.event_id in (select id from events where account_id = ${accountId} and kind = 'seats')
      and t.status = 'valid' and t.seat_no is not null and ${sql.join(matches, sql` and `)})`
}

/** The columns that each field of the OR group searches. A buyer has one name, whichever field names it. */
const SEARCHES: Readonly<Record<string, (text: string, accountId: string) => Condition>> = {
  number: numberLike,
  'user.first_name': nameLike,
  'user.last_name': nameLike,
  first_name: nameLike,
  last_name: nameLike,
  name: nameLike,
  'user.phone': phoneLike,
  'user.phone.phone_number': phoneLike,
  phone: phoneLike,
  phone_number: phoneLike,
  email: emailLike,
  seat: seatLike,
}

/** One condition for each field with a text; empty texts are ignored. */
const searchesOf = (or: OrdersFilter['or'], accountId: string): Condition[] =>
  Object.entries(or ?? {}).flatMap(([field, text]) => {
    const search = SEARCHES[field]
    return search && text?.trim() ? [search(text, accountId)] : []
  })

const filtered = (db: Db, accountId: string, { filter, events }: OrdersQuery, now: Date) => {
  const searches = searchesOf(filter?.or, accountId)
  return db
    .selectFrom('orders as o')
    .where('o.account_id', '=', accountId)
    .where(ofEvents('o.event_id', events))
    .$if(filter?.event_uuid !== undefined, (q) => q.where('o.event_id', '=', filter?.event_uuid ?? ''))
    .where(filter?.status === undefined ? EVER_SOLD : inState(filter.status, now))
    .$if(filter?.cancellation_requested !== undefined, (q) =>
      q.where('o.cancellation_requested_at', filter?.cancellation_requested ? 'is not' : 'is', null),
    )
    .$if(filter?.channel !== undefined, (q) => q.where('o.channel', '=', filter?.channel ?? 'online'))
    .$if(filter?.events_ticket_uuid !== undefined, (q) =>
      q.where(
        sql<boolean>`exists (select from order_lines l where l.event_id = o.event_id and l.order_id = o.id
          and l.ticket_type_id = ${filter?.events_ticket_uuid}::uuid)`,
      ),
    )
    .$if(filter?.created_from !== undefined, (q) => q.where('o.created_at', '>=', new Date(filter?.created_from ?? 0)))
    .$if(filter?.created_to !== undefined, (q) => q.where('o.created_at', '<=', new Date(filter?.created_to ?? 0)))
    .$if(searches.length > 0, (q) => q.where((is) => is.or(searches)))
}

const SORTS = { created_at: 'o.created_at', number: 'o.number', total_amount: 'o.total' } as const

export interface OrdersQuery {
  /** The events that the caller may see; null: all. */
  readonly events: readonly string[] | null
  readonly filter?: OrdersFilter | undefined
  readonly sort?: string | undefined
}

const keysIn = (db: Db, accountId: string, query: OrdersQuery, now: Date) => {
  const { column, direction } = sortOf(query.sort, SORTS, { column: 'o.created_at', direction: 'desc' })
  return filtered(db, accountId, query, now)
    .select(['o.event_id as eventId', 'o.id as orderId'])
    .orderBy(column, direction)
    .orderBy('o.id', direction)
}

/** One page of a workspace's orders, as keys in their order, and how many there are in all. */
export const listOrderKeys = async (
  db: Db,
  accountId: string,
  query: OrdersQuery & PageOf,
  now: Date,
): Promise<{ keys: OrderKey[]; total: number }> => {
  const keys = await keysIn(db, accountId, query, now).limit(query.per_page).offset(offsetOf(query)).execute()
  const { n } = await filtered(db, accountId, query, now).select(countAll.as('n')).executeTakeFirstOrThrow()
  return { keys, total: Number(n) }
}

/** Keys of a long list that is read in parts. */
export interface LongList {
  readonly length: number
  readonly part: (from: number, count: number) => OrderKey[]
}

const UUID = 36
const KEY = 2 * UUID

/**
 * The keys of every order of a list, and their events. The keys are one text: as rows, those of a hundred thousand orders
 * would take more memory than the exported file.
 */
export const allOrderKeys = async (
  db: Db,
  accountId: string,
  query: OrdersQuery,
  now: Date,
): Promise<{ keys: LongList; eventIds: string[] }> => {
  // An aggregate without others or grouping keeps the order of its input.
  const { rows } = await sql<{ keys: string | null }>`
    select string_agg(k."eventId"::text || k."orderId"::text, '') as keys
    from (${keysIn(db, accountId, query, now)}) k`.execute(db)
  const text = rows[0]?.keys ?? ''
  const length = text.length / KEY
  const eventAt = (place: number): string => text.slice(place * KEY, place * KEY + UUID)
  const eventIds = new Set<string>()
  for (let place = 0; place < length; place++) eventIds.add(eventAt(place))
  const part = (from: number, count: number): OrderKey[] =>
    Array.from({ length: Math.min(count, length - from) }, (_, step) => ({
      eventId: eventAt(from + step),
      orderId: text.slice((from + step) * KEY + UUID, (from + step + 1) * KEY),
    }))
  return { keys: { length, part }, eventIds: [...eventIds] }
}

export interface EventName {
  readonly id: string
  readonly name: string
  readonly timezone: string
  readonly kind: 'tickets' | 'seats'
  /** When the producer last moved the event. */
  readonly postponed_at: Date | null
}

/** What orders show of their events, by id. */
export const readEventNames = async (db: Db, eventIds: readonly string[]): Promise<Map<string, EventName>> => {
  const rows = await db
    .selectFrom('events')
    .select(['id', 'name', 'timezone', 'kind', 'postponed_at'])
    .where(sql<boolean>`id = any(${[...eventIds]}::uuid[])`)
    .execute()
  return new Map(rows.map((row) => [row.id, row]))
}

const ofOrders = (keys: readonly OrderKey[]) =>
  sql<boolean>`(h.event_id, h.order_id) in (select * from unnest(
    ${keys.map(({ eventId }) => eventId)}::uuid[], ${keys.map(({ orderId }) => orderId)}::uuid[]))`

/** The history of orders with the users' names, oldest first. */
export const readHistory = (db: Db, keys: readonly OrderKey[]) =>
  db
    .selectFrom('order_history as h')
    .leftJoin('users as u', 'u.id', 'h.user_id')
    .select(['h.order_id', 'h.kind', 'h.detail', 'h.created_at', 'u.first_name', 'u.last_name', 'u.phone'])
    .where(ofOrders(keys))
    .orderBy('h.created_at')
    .orderBy('h.id')
    .execute()

/** The messages about orders, oldest first. */
export const readMessages = (db: Db, keys: readonly OrderKey[]) =>
  db
    .selectFrom('messages')
    .select(['order_id', 'channel', 'to', 'template', 'status', 'created_at'])
    .where(sql<boolean>`order_id = any(${keys.map(({ orderId }) => orderId)}::uuid[])`)
    .orderBy('created_at')
    .orderBy('id')
    .execute()

/** Questions of an event that have answers, in the order of their form. */
export const readAnsweredQuestions = async (
  db: Db,
  eventId: string,
): Promise<{ field_id: string; question: string }[]> => {
  const { rows } = await sql<{ field_id: string; question: string }>`
    select a.field_id, max(a.question) as question from order_answers a
    left join form_fields f on f.id = a.field_id
    where a.event_id = ${eventId}
    group by a.field_id order by min(f.position), a.field_id`.execute(db)
  return rows
}
