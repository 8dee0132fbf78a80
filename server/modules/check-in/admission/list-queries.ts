import { type SqlBool, sql } from 'kysely'
import type { Db } from '../../../platform/database/db.ts'
import type { TicketSeat } from '../../selling/ticketing/index.ts'

export interface ListRow {
  readonly id: string
  readonly ticket_type_id: string
  readonly position: number
  readonly order_number: string
  readonly holder: string | null
  readonly phone: string | null
  readonly status: 'valid' | 'cancelled'
  readonly cancelled_at: Date | null
  readonly redeemed_at: Date | null
  readonly redeemed_device: string | null
  readonly redeemed_by: string | null
  readonly gate: string | null
  readonly seat: TicketSeat | null
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

/** A page of an event's tickets in the order of their ids, with gate and time of their redemption. */
export const readListPage = (
  db: Db,
  event: { readonly id: string; readonly account_id: string },
  { since, after, limit }: ListQuery,
): Promise<ListRow[]> =>
  db
    .selectFrom('tickets as t')
    .innerJoin('orders as o', (join) => join.onRef('o.event_id', '=', 't.event_id').onRef('o.id', '=', 't.order_id'))
    .leftJoin('scans as s', (join) => join.onRef('s.event_id', '=', 't.event_id').onRef('s.id', '=', 't.redeemed_by'))
    .select([
      't.id',
      't.ticket_type_id',
      't.position',
      'o.number as order_number',
      'o.buyer_name as holder',
      'o.buyer_phone as phone',
      't.status',
      't.cancelled_at',
      't.redeemed_at',
      't.redeemed_device',
      't.redeemed_by',
      's.gate',
      't.seat',
    ])
    .where('t.event_id', '=', event.id)
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
