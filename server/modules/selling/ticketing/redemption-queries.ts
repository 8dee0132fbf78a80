import type { ScanStatistics } from '@kartis/contract/event-figures.ts'
import { scanCounters } from '@kartis/domain/admission.ts'
import type { NumberReading } from '@kartis/domain/ticket-number.ts'
import { type RawBuilder, sql } from 'kysely'
import { inEvent } from '../../../platform/database/unindexed.ts'
import type { Db, Tx } from '../../../platform/database/db.ts'
import { numberChanges } from './ticket-changes.ts'
import type { TicketRow } from './tickets-queries.ts'

/** A ticket with what a scan shows of it. */
export interface CheckInTicket extends TicketRow {
  readonly order_number: string
  readonly holder: string | null
  /** The gate of the scan that redeemed it. */
  readonly redeemed_gate: string | null
}

const checkInTickets = (db: Db | Tx, eventId: string) =>
  db
    .selectFrom('tickets as t')
    .innerJoin('orders as o', (join) => join.onRef('o.event_id', '=', 't.event_id').onRef('o.id', '=', 't.order_id'))
    .leftJoin('ticket_transfers as x', (join) =>
      join.onRef('x.event_id', '=', 't.event_id').onRef('x.ticket_id', '=', 't.id').on('x.state', '=', 'accepted'),
    )
    .selectAll('t')
    .select('o.number as order_number')
    // Of a ticket that its buyer has given to another person, that person, also once the name is erased.
    .select(sql<string | null>`case when x.id is null then o.buyer_name else x.holder_name end`.as('holder'))
    // Only redeemed tickets, few among those that are scanned, look up their scan.
    .select(
      sql<string | null>`case when t.redeemed_by is not null then
        (select s.gate from scans s where s.event_id = t.event_id and s.id = t.redeemed_by) end`.as('redeemed_gate'),
    )
    .where('t.event_id', '=', eventId)

/** A ticket of this event, with its order and the gate of its redemption. */
export const readCheckInTicket = (db: Db | Tx, eventId: string, id: string): Promise<CheckInTicket | undefined> =>
  checkInTickets(db, eventId).where('t.id', '=', id).executeTakeFirst()

/** A ticket of this event under its lock, until the end of the transaction. */
export const lockCheckInTicket = async (tx: Tx, eventId: string, id: string): Promise<CheckInTicket | undefined> => {
  await sql`select from tickets where event_id = ${eventId} and id = ${id} for update`.execute(tx)
  return readCheckInTicket(tx, eventId, id)
}

/** Those of these tickets that belong to this event, in any order. */
export const readCheckInTickets = (db: Db | Tx, eventId: string, ids: readonly string[]): Promise<CheckInTicket[]> =>
  checkInTickets(db, eventId)
    .where(sql<boolean>`t.id = any(${[...ids]}::uuid[])`)
    .execute()

/** A ticket found by the number that is printed on it. */
export interface NumberedTicket {
  readonly id: string
  readonly event_id: string
  /** Of its order. */
  readonly number: string
  readonly position: number
}

/** The tickets of an account that these readings of typed numbers name; several where one was typed without its hyphen. */
export const readTicketsByNumber = async (
  db: Db | Tx,
  accountId: string,
  readings: readonly NumberReading[],
): Promise<NumberedTicket[]> => {
  const { rows } = await sql<NumberedTicket>`
    select distinct t.id, t.event_id, o.number::text as number, t.position
    from unnest(${readings.map(({ order }) => order)}::bigint[], ${readings.map(({ position }) => position)}::int[])
      as r (number, position)
    join orders o on o.number = r.number and o.account_id = ${accountId}
    join tickets t on t.event_id = o.event_id and t.order_id = o.id and t.position = r.position`.execute(db)
  return rows
}

/** The event of a ticket of the account: tells a ticket of another event from no ticket. */
export const eventOfTicket = async (db: Db | Tx, accountId: string, id: string): Promise<string | undefined> =>
  (
    await db
      .selectFrom('tickets as t')
      .innerJoin('events as e', 'e.id', 't.event_id')
      .select('t.event_id')
      .where('t.id', '=', id)
      .where('e.account_id', '=', accountId)
      .executeTakeFirst()
  )?.event_id

/** The event of a ticket of any account, to find the key that its code was signed with. Tell nobody. */
export const eventOfAnyTicket = async (db: Db | Tx, id: string): Promise<string | undefined> =>
  (await db.selectFrom('tickets').select('event_id').where('id', '=', id).executeTakeFirst())?.event_id

export interface Redemption {
  readonly at: Date
  readonly deviceId: string | null
  /** The scan that redeems it; its row has the user and the gate. */
  readonly scanId: string
}

/**
 * Redeems one ticket as it was read. True for the one scan that did, however many devices scan it at once; false where the
 * ticket was issued anew meanwhile, since the code of the scan may be void.
 */
export const redeemTicket = async (
  tx: Tx,
  ticket: Pick<CheckInTicket, 'event_id' | 'id' | 'revision'>,
  { at, deviceId, scanId }: Redemption,
): Promise<boolean> => {
  const { rows } = await sql`
    with entered as (
      update tickets set redeemed_at = ${at}, redeemed_device = ${deviceId}, redeemed_by = ${scanId}
      where ${inEvent('event_id', ticket.event_id)} and id = ${ticket.id} and revision = ${ticket.revision}
        and redeemed_at is null and status = 'valid'
      returning id
    ), ${numberChanges(ticket.event_id, { of: 'entered', change: 'redeemed', entries: 1 })}
    select id from entered`.execute(tx)
  return rows.length === 1
}

/**
 * Takes back the redemption of one valid ticket and counts one entry less. True where this call did. The caller writes the
 * row of `scans` in the same transaction.
 */
export const undoRedemption = async (tx: Tx, eventId: string, id: string): Promise<boolean> => {
  const { rows } = await sql`
    with undone as (
      update tickets set redeemed_at = null, redeemed_device = null, redeemed_by = null, reentered_at = null,
        day_entries = null
      where ${inEvent('event_id', eventId)} and id = ${id} and redeemed_at is not null and left_at is null and status = 'valid'
      returning id
    ), ${numberChanges(eventId, { of: 'undone', change: 'undone', entries: -1 })}
    select id from undone`.execute(tx)
  return rows.length === 1
}

/** Where a ticket that has entered is now. */
export interface TicketPresence {
  readonly left_at: Date | null
  /** Its last entry, where that is not the one that redeemed it. */
  readonly reentered_at: Date | null
  readonly day_entries: number
}

/**
 * Says of a ticket that has entered where it is now, and counts it among those who have left. The caller holds its lock, has
 * read `before` under it, and locks nothing after this.
 */
export const setPresence = async (
  tx: Tx,
  before: Pick<CheckInTicket, 'event_id' | 'id' | 'left_at'>,
  { left_at, reentered_at, day_entries }: TicketPresence,
): Promise<void> => {
  const outside = Number(left_at !== null) - Number(before.left_at !== null)
  await sql`
    with moved as (
      update tickets set left_at = ${left_at}, reentered_at = ${reentered_at},
        day_entries = ${day_entries === 1 ? null : day_entries}
      where event_id = ${before.event_id} and id = ${before.id} and redeemed_at is not null and status = 'valid'
      returning id
    ), ${numberChanges(before.event_id, {
      of: 'moved',
      change: left_at === null ? 'redeemed' : 'left',
      outside: outside as -1 | 0 | 1,
    })}
    select`.execute(tx)
}

/** One scan that redeems one ticket. */
export interface Entry {
  readonly id: string
  readonly ticketId: string
  /** Of the ticket, as it was read. */
  readonly revision: number
  readonly codeHash: string
  readonly reason: string | null
  readonly note: string | null
  readonly deviceId: string | null
  readonly gate: string | null
  readonly userId: string | null
  readonly at: Date
  /** JSON of what the device says of it. */
  readonly origin: string | null
}

/**
 * Gives the redemption of a ticket to an entry that was earlier than the one it has. The caller holds the ticket's lock, and
 * locks nothing after this.
 */
export const replaceRedemption = async (
  tx: Tx,
  eventId: string,
  id: string,
  { at, deviceId, scanId }: Redemption,
): Promise<void> => {
  await sql`
    with replaced as (
      update tickets set redeemed_at = ${at}, redeemed_device = ${deviceId}, redeemed_by = ${scanId}
      where event_id = ${eventId} and id = ${id} and redeemed_at is not null and status = 'valid'
      returning id
    ), ${numberChanges(eventId, { of: 'replaced', change: 'redeemed' })}
    select`.execute(tx)
}

/**
 * Redeems many tickets of one event as they were read, and writes their scans, in one statement. Returns the ids of the
 * tickets that this statement redeemed. `scanParts` gives the WITH queries that insert the scans of the rows of `entered`.
 * Fails, with nothing written, when one of the scans exists already.
 */
export const redeemBatch = async (
  db: Db | Tx,
  eventId: string,
  entries: readonly Entry[],
  scanParts: (entered: RawBuilder<unknown>) => RawBuilder<unknown>,
): Promise<ReadonlySet<string>> => {
  const { rows } = await sql<{ ticket_id: string }>`
    with requested as (
      select * from unnest(
        ${entries.map(({ id }) => id)}::uuid[], ${entries.map(({ ticketId }) => ticketId)}::uuid[],
        ${entries.map(({ revision }) => revision)}::int[],
        ${entries.map(({ codeHash }) => codeHash)}::text[], ${entries.map(({ deviceId }) => deviceId)}::text[],
        ${entries.map(({ gate }) => gate)}::text[], ${entries.map(({ userId }) => userId)}::uuid[],
        ${entries.map(({ at }) => at)}::timestamptz[], ${entries.map(({ reason }) => reason)}::text[],
        ${entries.map(({ note }) => note)}::text[], ${entries.map(({ origin }) => origin)}::jsonb[]
      ) as r (id, ticket_id, revision, code_hash, device_id, gate, user_id, at, reason, note, origin)
    ), entered as (
      update tickets t set redeemed_at = r.at, redeemed_device = r.device_id, redeemed_by = r.id
      from requested r
      where ${inEvent('t.event_id', eventId)} and t.id = r.ticket_id and t.revision = r.revision
        and t.redeemed_at is null and t.status = 'valid'
      returning r.*
    ), ${numberChanges(eventId, { of: 'entered', id: 'ticket_id', change: 'redeemed', entries: 1 })},
    ${scanParts(sql`entered`)}
    select ticket_id from entered`.execute(db)
  return new Set(rows.map((row) => row.ticket_id))
}

/**
 * The scan counters of many events with one statement: valid tickets from the stock, entries from the entry counter.
 */
export const scanCountersOf = async (
  db: Db | Tx,
  eventIds: readonly string[],
): Promise<Map<string, ScanStatistics>> => {
  if (eventIds.length === 0) return new Map()
  const { rows } = await sql<{ id: string; valid: number; scanned: number; outside: number }>`
    select e.id,
      (select coalesce(sum(sold), 0)::int from stock where event_id = e.id) as valid,
      coalesce(n.entered, 0) as scanned, coalesce(n.outside, 0) as outside
    from unnest(${[...eventIds]}::uuid[]) as e (id) left join event_entries n on n.event_id = e.id`.execute(db)
  return new Map(rows.map((row) => [row.id, scanCounters(row.valid, row.scanned, row.outside)]))
}
