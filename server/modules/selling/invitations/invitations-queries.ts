import { phoneSearchDigits } from '@kartis/domain/phone.ts'
import { type Selectable, sql } from 'kysely'
import type { Db, Tx } from '../../../platform/database/db.ts'
import { containing, countAll, offsetOf, type PageOf } from '../../../platform/http/listing.ts'
import type { InvitationsTable } from './tables.ts'

export interface InvitationRow extends Selectable<InvitationsTable> {
  readonly order_number: string
  readonly order_status: string
}

/** Revoked as an invitation or cancelled as an order: either way its tickets are not valid. */
export const isRevoked = (row: InvitationRow): boolean => row.revoked_at !== null || row.order_status === 'cancelled'

export type NewInvitation = Omit<Selectable<InvitationsTable>, 'revoked_at'>

/** The current holder: corrections are made in the order. */
const HOLDER = {
  name: sql<string>`coalesce(o.buyer_name, i.recipient_name)`,
  phone: sql<string>`coalesce(o.buyer_phone, i.phone)`,
} as const
const SHOWN = [
  'o.number as order_number',
  'o.status as order_status',
  HOLDER.name.as('recipient_name'),
  HOLDER.phone.as('phone'),
] as const

/** Any number of one event, with one statement. */
export const insertInvitations = async (tx: Tx, rows: readonly NewInvitation[]): Promise<void> => {
  await sql`
    insert into invitations (event_id, id, order_id, account_id, recipient_name, phone, sent_by, created_at)
    select x.* from unnest(
      ${rows.map((row) => row.event_id)}::uuid[], ${rows.map(({ id }) => id)}::uuid[],
      ${rows.map((row) => row.order_id)}::uuid[], ${rows.map((row) => row.account_id)}::uuid[],
      ${rows.map((row) => row.recipient_name)}::text[], ${rows.map(({ phone }) => phone)}::text[],
      ${rows.map((row) => row.sent_by)}::uuid[], ${rows.map((row) => row.created_at)}::timestamptz[]
    ) as x`.execute(tx)
}

export const markRevoked = async (tx: Tx, eventId: string, id: string, now: Date): Promise<void> => {
  await tx
    .updateTable('invitations')
    .set({ revoked_at: now })
    .where('event_id', '=', eventId)
    .where('id', '=', id)
    .where('revoked_at', 'is', null)
    .execute()
}

const rows = (db: Db | Tx, eventId: string) =>
  db
    .selectFrom('invitations as i')
    .innerJoin('orders as o', (join) => join.onRef('o.event_id', '=', 'i.event_id').onRef('o.id', '=', 'i.order_id'))
    .where('i.event_id', '=', eventId)

/** Invitations of one event, each found by its key, however large the event is. */
export const readInvitations = async (
  db: Db,
  eventId: string,
  ids: readonly string[],
): Promise<readonly InvitationRow[]> => {
  const found = await sql<InvitationRow>`
    select i.*, o.number as order_number, o.status as order_status, ${HOLDER.name} as recipient_name,
      ${HOLDER.phone} as phone
    from unnest(${[...ids]}::uuid[]) as requested (id)
    cross join lateral (
      select * from invitations where event_id = ${eventId} and invitations.id = requested.id limit 1
    ) as i
    cross join lateral (
      select * from orders where orders.event_id is not distinct from i.event_id and orders.id = i.order_id limit 1
    ) as o`.execute(db)
  return found.rows
}

/** How many invitations of its event the phone of each had before it, without those that were revoked; by the uuid. */
export const countEarlier = async (
  db: Db,
  eventId: string,
  ids: readonly string[],
): Promise<ReadonlyMap<string, number>> => {
  const found = await sql<{ id: string; n: number }>`
    select i.id, count(*)::int as n
    from invitations i
    join orders o on o.account_id = i.account_id and o.buyer_phone = i.phone and o.event_id = i.event_id
      and o.id <> i.order_id and o.status <> 'cancelled'
    join invitations e on e.event_id = o.event_id and e.order_id = o.id and e.revoked_at is null
    where i.event_id = ${eventId} and i.id = any(${[...ids]}::uuid[]) and (e.created_at, e.id) < (i.created_at, i.id)
    group by i.id`.execute(db)
  return new Map(found.rows.map(({ id, n }) => [id, n]))
}

export const readInvitation = async (db: Db, eventId: string, id: string): Promise<InvitationRow | undefined> =>
  (await readInvitations(db, eventId, [id]))[0]

export interface InvitationsQuery extends PageOf {
  readonly status: 'sent' | 'revoked' | undefined
  readonly or: { readonly name?: string; readonly phone?: string; readonly number?: string }
  readonly direction: 'asc' | 'desc'
}

/** `isRevoked` in SQL. */
const REVOKED = sql<boolean>`(i.revoked_at is not null or o.status = 'cancelled')`

export const listInvitationRows = async (
  db: Db,
  eventId: string,
  query: InvitationsQuery,
): Promise<{ rows: InvitationRow[]; total: number }> => {
  const { name, phone, number } = query.or
  const digits = phone === undefined ? undefined : phoneSearchDigits(phone)
  const conditions = [
    ...(name === undefined ? [] : [sql<boolean>`${HOLDER.name} ilike ${containing(name)}`]),
    ...(phone === undefined
      ? []
      : [digits ? sql<boolean>`${HOLDER.phone} like ${containing(digits)}` : sql<boolean>`false`]),
    ...(number === undefined ? [] : [sql<boolean>`o.number::text like ${containing(number)}`]),
  ]
  const filtered = rows(db, eventId)
    .$if(query.status === 'sent', (q) => q.where(sql<boolean>`not ${REVOKED}`))
    .$if(query.status === 'revoked', (q) => q.where(REVOKED))
    .$if(conditions.length > 0, (q) => q.where((is) => is.or(conditions)))
  const found = await filtered
    .selectAll('i')
    .select(SHOWN)
    .orderBy('i.created_at', query.direction)
    .orderBy('i.id', query.direction)
    .limit(query.per_page)
    .offset(offsetOf(query))
    .execute()
  const { n } = await filtered.select(countAll.as('n')).executeTakeFirstOrThrow()
  return { rows: found, total: Number(n) }
}

/** Removes names and phones from the invitations of these orders. */
export const eraseRecipients = async (tx: Tx, orderIds: readonly string[]): Promise<void> => {
  await tx
    .updateTable('invitations')
    .set({ recipient_name: '', phone: '' })
    .where('order_id', '=', sql<string>`any(${[...orderIds]}::uuid[])`)
    .execute()
}
