import { type SqlBool, sql } from 'kysely'
import type { Db } from '../../../platform/database/db.ts'
import type { TicketSeat } from '../../selling/ticketing/index.ts'

export interface ListRow {
  readonly id: string
  readonly ticket_type_id: string
  readonly position: number
  readonly order_number: string
  readonly status: 'valid' | 'cancelled'
  readonly cancelled_at: Date | null
  readonly redeemed_at: Date | null
  readonly redeemed_device: string | null
  readonly redeemed_by: string | null
  readonly left_at: Date | null
  readonly reentered_at: Date | null
  readonly day_entries: number | null
  readonly gate: string | null
  readonly seat: TicketSeat | null
  readonly revision: number
}

export interface ListQuery {
  /** Only what has changed since. */
  readonly since: Date | undefined
  /** The last ticket of the page before. */
  readonly after: string | undefined
  readonly limit: number
}

/** Tickets issued (their order was paid), cancelled, redeemed or let out again since then: three index scans, whatever the size of the event. */
const changed = (eventId: string, accountId: string, since: Date) => sql<SqlBool>`t.id in (
  select n.id from orders o join tickets n on n.event_id = o.event_id and n.order_id = o.id
    where o.event_id = ${eventId} and o.account_id = ${accountId} and o.paid_at >= ${since}
  union
  select id from tickets where event_id = ${eventId} and cancelled_at >= ${since}
  union
  select ticket_id from scans where event_id = ${eventId} and verdict <> 'refused' and received_at >= ${since})`

const listed = (db: Db, eventId: string) =>
  db
    .selectFrom('tickets as t')
    .innerJoin('orders as o', (join) => join.onRef('o.event_id', '=', 't.event_id').onRef('o.id', '=', 't.order_id'))
    .leftJoin('scans as s', (join) => join.onRef('s.event_id', '=', 't.event_id').onRef('s.id', '=', 't.redeemed_by'))
    .select([
      't.id',
      't.ticket_type_id',
      't.position',
      'o.number as order_number',
      't.status',
      't.cancelled_at',
      't.redeemed_at',
      't.redeemed_device',
      't.redeemed_by',
      't.left_at',
      't.reentered_at',
      't.day_entries',
      's.gate',
      't.seat',
      't.revision',
    ])
    .where('t.event_id', '=', eventId)

/** A page of an event's tickets in the order of their ids, with gate and time of their redemption. */
export const readListPage = (
  db: Db,
  event: { readonly id: string; readonly account_id: string },
  { since, after, limit }: ListQuery,
): Promise<ListRow[]> =>
  listed(db, event.id)
    .$if(after !== undefined, (query) => query.where('t.id', '>', after ?? ''))
    .$if(since !== undefined, (query) => query.where(changed(event.id, event.account_id, since ?? new Date(0))))
    .orderBy('t.id')
    .limit(limit)
    .execute()

/** Every ticket type of the event, those no longer offered too. */
export const readTypeNames = (db: Db, eventId: string): Promise<{ id: string; name: string }[]> =>
  db.selectFrom('ticket_types').select(['id', 'name']).where('event_id', '=', eventId).orderBy('position').execute()

/** The database's clock, which `received_at` of scans comes from. */
export const readNow = async (db: Db): Promise<Date> => {
  const { rows } = await sql<{ now: Date }>`select clock_timestamp() as now`.execute(db)
  return rows[0]?.now ?? new Date()
}

/** The changes of an event between two numbers. */
export interface NumberedChanges {
  /** Each ticket once. */
  readonly tickets: readonly string[]
  /** Some of them are not there: the device has to load everything. */
  readonly isGap: boolean
}

/** The tickets that changed after a number, up to another one. Numbers have no gaps, so that missing ones are noticed by counting. */
export const readChanges = async (db: Db, eventId: string, after: number, upTo: number): Promise<NumberedChanges> => {
  const { rows } = await sql<{ ticket_id: string; count: number }>`
    select ticket_id, count(*)::int as count from ticket_changes
    where event_id = ${eventId} and seq > ${after} and seq <= ${upTo} group by ticket_id`.execute(db)
  const found = rows.reduce((sum, { count }) => sum + count, 0)
  return { tickets: rows.map(({ ticket_id }) => ticket_id), isGap: found !== upTo - after }
}

/** These tickets of an event as they are now. */
export const readListed = (db: Db, eventId: string, ids: readonly string[]): Promise<ListRow[]> =>
  listed(db, eventId)
    .where(sql<SqlBool>`t.id = any(${[...ids]}::uuid[])`)
    .orderBy('t.id')
    .execute()

/** A page of what a snapshot has of each ticket, in the order of their ids. */
export const readSnapshotPage = (db: Db, eventId: string, after: string | undefined, limit: number) =>
  db
    .selectFrom('tickets')
    .select([
      'id',
      'ticket_type_id',
      'status',
      'redeemed_at',
      'revision',
      sql<string | null>`seat ->> 'gate'`.as('seat_gate'),
    ])
    .where('event_id', '=', eventId)
    .$if(after !== undefined, (query) => query.where('id', '>', after ?? ''))
    .orderBy('id')
    .limit(limit)
    .execute()
