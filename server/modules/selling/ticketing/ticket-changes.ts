import { type RawBuilder, sql } from 'kysely'
import type { Db, Tx } from '../../../platform/database/db.ts'

/** What happened to a ticket, as far as a device at the gate is concerned. */
export type TicketChange = 'issued' | 'cancelled' | 'retyped' | 'reissued' | 'redeemed' | 'undone' | 'left' | 'moved'

export interface NumberedChange {
  /** The WITH query whose rows are the changed tickets. */
  readonly of: string
  /** Its column with the ticket's id. */
  readonly id?: string
  readonly change: TicketChange
  /** What each row adds to the entries of the event. */
  readonly entries?: -1 | 0 | 1
  /** What each row adds to those who have left. */
  readonly outside?: -1 | 0 | 1
}

/**
 * The WITH queries that number changes of an event's tickets and correct its entry counter, as parts of the statement that
 * makes them. They lock the event's row of `event_entries` until the commit, so that numbers appear in their order; that row
 * is the last one that a transaction locks: who holds it never waits for stock, seats or tickets.
 */
export const numberChanges = (
  eventId: string,
  { of, id = 'id', change, entries = 0, outside = 0 }: NumberedChange,
): RawBuilder<unknown> => sql`
  counted as (
    insert into event_entries as e (event_id, entered, outside, seq)
    select ${eventId}::uuid, ${sql.lit(entries)} * count(*), ${sql.lit(outside)} * count(*), count(*)
    from ${sql.ref(of)} having count(*) > 0
    on conflict (event_id) do update
    set entered = e.entered + excluded.entered, outside = e.outside + excluded.outside, seq = e.seq + excluded.seq
    returning seq
  ), numbered as (
    insert into ticket_changes (event_id, seq, ticket_id, change)
    select ${eventId}::uuid, c.seq - count(*) over () + row_number() over (), x.${sql.ref(id)}, ${sql.lit(change)}
    from ${sql.ref(of)} x cross join counted c
  )`

/** Numbers a change of tickets that the caller's transaction has made, and corrects the entry counter. Call it last. */
export const recordTicketChanges = async (
  tx: Tx,
  eventId: string,
  ids: readonly string[],
  { change, entries = 0, outside = 0 }: Pick<NumberedChange, 'change' | 'entries' | 'outside'>,
): Promise<void> => {
  if (ids.length === 0) return
  await sql`
    with changed as (select unnest(${[...ids]}::uuid[]) as id), ${numberChanges(eventId, { of: 'changed', change, entries, outside })}
    select`.execute(tx)
}

/** The number of the last change of an event's tickets; 0 before the first. */
export const lastChangeOf = async (db: Db | Tx, eventId: string): Promise<number> => {
  const row = await db.selectFrom('event_entries').select('seq').where('event_id', '=', eventId).executeTakeFirst()
  return Number(row?.seq ?? 0)
}
