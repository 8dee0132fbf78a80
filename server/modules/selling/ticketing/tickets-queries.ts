import type { Agorot } from '@kartis/domain/money.ts'
import { type Selectable, sql } from 'kysely'
import type { Db, Tx } from '../../../platform/database/db.ts'
import type { SeatOfTicket } from '../inventory/index.ts'
import type { TicketsTable } from './tables.ts'
import { numberChanges } from './ticket-changes.ts'

export type TicketRow = Selectable<TicketsTable>

export interface NewTicket {
  readonly id: string
  readonly orderId: string
  readonly typeId: string
  readonly name: string
  /** 1 for the first of its order. */
  readonly position: number
  readonly price: Agorot
  /** Where places are numbered. */
  readonly seat?: SeatOfTicket | undefined
}

/**
 * Any number of tickets of one event with one statement, which also numbers them as changes: nothing else may be locked
 * after it. Issuing an order a second time violates its unique index.
 */
export const insertTickets = async (
  tx: Tx,
  eventId: string,
  tickets: readonly NewTicket[],
  now: Date,
): Promise<void> => {
  await sql`
    with issued as (
    insert into tickets (event_id, created_at, id, order_id, ticket_type_id, name, position, price, seat_no, seat)
    select ${eventId}::uuid, ${now}::timestamptz, x.id, x.order_id, x.type_id, x.name, x.position, x.price, x.seat_no,
           x.seat::jsonb
    from unnest(
      ${tickets.map(({ id }) => id)}::uuid[], ${tickets.map(({ orderId }) => orderId)}::uuid[],
      ${tickets.map(({ typeId }) => typeId)}::uuid[], ${tickets.map(({ name }) => name)}::text[],
      ${tickets.map(({ position }) => position)}::int[], ${tickets.map(({ price }) => price)}::int[],
      ${tickets.map(({ seat }) => seat?.seatNo ?? null)}::int[],
      ${tickets.map(({ seat }) => (seat ? JSON.stringify(seat.printed) : null))}::text[]
    ) as x (id, order_id, type_id, name, position, price, seat_no, seat)
    returning id
    ), ${numberChanges(eventId, { of: 'issued', change: 'issued' })}
    select`.execute(tx)
}

export const readTickets = (db: Db | Tx, eventId: string, orderId: string): Promise<TicketRow[]> =>
  db
    .selectFrom('tickets')
    .selectAll()
    .where('event_id', '=', eventId)
    .where('order_id', '=', orderId)
    .orderBy('position')
    .execute()

export const readTicket = (db: Db, eventId: string, id: string): Promise<TicketRow | undefined> =>
  db.selectFrom('tickets').selectAll().where('event_id', '=', eventId).where('id', '=', id).executeTakeFirst()

export const lockTickets = (tx: Tx, eventId: string, orderId: string): Promise<TicketRow[]> =>
  tx
    .selectFrom('tickets')
    .selectAll()
    .where('event_id', '=', eventId)
    .where('order_id', '=', orderId)
    .orderBy('position')
    .forUpdate()
    .execute()

/** Before every entry. */
export const EVER = new Date(0)

type Entries = Pick<TicketRow, 'redeemed_at' | 'reentered_at' | 'contested_at'>

/**
 * How many of these tickets somebody has entered with since, for the first time or again. An entry that does not count, and
 * is still to be decided, is one: its guest is inside as far as anybody knows.
 */
export const enteredSince = (tickets: readonly Entries[], since: Date): number =>
  tickets.filter(({ redeemed_at: first, reentered_at: again, contested_at: contested }) =>
    [first, again, contested].some((at) => at !== null && at > since),
  ).length

/** Whether somebody has entered with the ticket, as `enteredSince`: it is neither transferred nor given back any more. */
export const hasEntered = (ticket: Entries): boolean => enteredSince([ticket], EVER) > 0

/** Other seats for some tickets of an event. The caller holds their locks. */
export const writeTicketSeats = async (
  tx: Tx,
  eventId: string,
  tickets: readonly { readonly id: string; readonly seat: SeatOfTicket }[],
): Promise<void> => {
  const ids = tickets.map(({ id }) => id)
  const ofTickets = sql`event_id = ${eventId} and id = any(${ids}::uuid[])`
  // First none: two tickets that exchange their seats would have the same one for a moment.
  await sql`update tickets set seat_no = null, seat = null where ${ofTickets}`.execute(tx)
  await sql`
    update tickets t set seat_no = x.seat_no, seat = x.seat::jsonb
    from unnest(
      ${ids}::uuid[], ${tickets.map(({ seat }) => seat.seatNo)}::int[],
      ${tickets.map(({ seat }) => JSON.stringify(seat.printed))}::text[]
    ) as x (id, seat_no, seat)
    where t.event_id = ${eventId} and t.id = any(${ids}::uuid[]) and t.id = x.id`.execute(tx)
}

/** Valid tickets become cancelled. The caller holds their locks. */
export const markCancelled = async (tx: Tx, eventId: string, ids: readonly string[], now: Date): Promise<void> => {
  await tx
    .updateTable('tickets')
    .set({ status: 'cancelled', cancelled_at: now })
    .where('event_id', '=', eventId)
    .where(sql<boolean>`id = any(${[...ids]}::uuid[])`)
    .where('status', '=', 'valid')
    .execute()
}
