import type { QueueSample, WaitingRoomMode, WaitingRoomState } from '@kartis/domain/waiting-room.ts'
import { sql } from 'kysely'
import type { Db, Tx } from '../../../platform/database/db.ts'
import { asJson } from '../../../platform/http/listing.ts'
import type { RoomFigures } from './tables.ts'

/** The room of an event with its counters. */
export interface RoomRow {
  readonly event_id: string
  readonly mode: WaitingRoomMode
  readonly threshold: number
  readonly opens_at: Date | null
  readonly most_inside: number
  readonly pace: number | null
  readonly paused: boolean
  readonly work_bits: number
  readonly state: WaitingRoomState
  readonly round: number
  readonly seed: string
  readonly drawn: number
  readonly last_number: number
  readonly admitted: number
  readonly credit: number
  readonly gone: number
  readonly arrivals: string
  readonly arrivals_counted: string
  readonly arrival_rate: number
  readonly marks: readonly QueueSample[]
  readonly figures: RoomFigures
  readonly opened_at: Date | null
  readonly calm_since: Date | null
  readonly ticked_at: Date | null
}

/** Rooms that are on or automatic, of events that are still on sale. */
export const liveRooms = async (db: Db, now: Date): Promise<RoomRow[]> => {
  const { rows } = await sql<RoomRow>`
    select r.* from waiting_rooms r join events e on e.id = r.event_id
    where r.mode <> 'off' and e.status = 'published' and e.ends_at > ${now}`.execute(db)
  return rows
}

export const readRoom = (db: Db | Tx, eventId: string): Promise<RoomRow | undefined> =>
  db.selectFrom('waiting_rooms').selectAll().where('event_id', '=', eventId).executeTakeFirst()

export const lockRoom = (tx: Tx, eventId: string): Promise<RoomRow | undefined> =>
  tx.selectFrom('waiting_rooms').selectAll().where('event_id', '=', eventId).forUpdate().executeTakeFirst()

/** Locks a room that was not ticked since `before`; undefined when another process has locked or just ticked it. */
export const lockDueRoom = (tx: Tx, eventId: string, before: Date): Promise<RoomRow | undefined> =>
  tx
    .selectFrom('waiting_rooms')
    .selectAll()
    .where('event_id', '=', eventId)
    .where('mode', '<>', 'off')
    .where((is) => is.or([is('ticked_at', 'is', null), is('ticked_at', '<=', before)]))
    .forUpdate()
    .skipLocked()
    .executeTakeFirst()

/** Locks the room of an event; creates it with default settings where there is none. */
export const lockOrCreateRoom = async (tx: Tx, eventId: string): Promise<RoomRow> => {
  await tx
    .insertInto('waiting_rooms')
    .values({ event_id: eventId })
    .onConflict((on) => on.doNothing())
    .execute()
  const room = await lockRoom(tx, eventId)
  if (!room) throw new Error(`event ${eventId} has no waiting room`)
  return room
}

export const writeRoom = async (tx: Tx, room: RoomRow): Promise<void> => {
  const { event_id, arrivals: _arrivals, marks, figures, ...columns } = room
  await tx
    .updateTable('waiting_rooms')
    .set({ ...columns, marks: asJson(marks), figures: asJson(figures) })
    .where('event_id', '=', event_id)
    .execute()
}

export const setLastNumber = (tx: Tx, eventId: string, last_number: number): Promise<unknown> =>
  tx.updateTable('waiting_rooms').set({ last_number }).where('event_id', '=', eventId).execute()

/** Adds arrivals by event id, in one statement. */
export const addArrivals = async (db: Db, counts: ReadonlyMap<string, number>): Promise<void> => {
  await sql`
    update waiting_rooms r set arrivals = r.arrivals + c.count
    from unnest(${[...counts.keys()]}::uuid[], ${[...counts.values()]}::int[]) as c (event_id, count)
    where r.event_id = c.event_id`.execute(db)
}

export interface StockNow {
  readonly left: number
  readonly held: number
  readonly per_buyer: number | null
}

/** What is left for the public, what is held, and the average number of tickets of the last hundred orders. */
export const stockNow = async (db: Db | Tx, eventId: string, now: Date): Promise<StockNow> => {
  const { rows } = await sql<StockNow>`
    select coalesce(sum(greatest(0, s.total - s.held - s.sold)), 0)::int as left, coalesce(sum(s.held), 0)::int as held,
      (select avg(o.tickets_count)::float8 from (
         select tickets_count from orders where event_id = ${eventId} order by created_at desc limit 100) o) as per_buyer
    from stock s join ticket_types t on t.event_id = s.event_id and t.id = s.ticket_type_id
    where s.event_id = ${eventId} and t.type = 'regular' and t.archived_at is null
      and (t.sale_ends_at is null or t.sale_ends_at > ${now})`.execute(db)
  return rows[0] ?? { left: 0, held: 0, per_buyer: null }
}

/** The next time at which a ticket type of the event goes on sale. */
export const nextSaleStart = async (db: Db, eventId: string, now: Date): Promise<Date | null> => {
  const row = await db
    .selectFrom('ticket_types')
    .select((of) => of.fn.min('sale_starts_at').as('at'))
    .where('event_id', '=', eventId)
    .where('type', '=', 'regular')
    .where('archived_at', 'is', null)
    .where('sale_starts_at', '>', now)
    .executeTakeFirst()
  return row?.at ?? null
}
