import { type RawBuilder, sql } from 'kysely'
import type { Db, Tx } from '../database/db.ts'
import type { NewDomainEvent } from './event-types.ts'

/** Position in the log: events are ordered by transaction, then by id. */
export interface Position {
  readonly xid: string
  readonly id: string
}

export interface EventRow extends Position {
  readonly type: string
  readonly at: Date
  readonly account_id: string | null
  readonly event_id: string | null
  readonly subject: string
  readonly data: Record<string, unknown>
}

/** Transactions below this have ended, whether or not they committed: no row can appear before it any more. */
const HORIZON = sql`pg_snapshot_xmin(pg_current_snapshot())`

/**
 * An insert of one event for each row of `changes` (type, at, account_id, event_id, subject, data), to be a part of the
 * statement that makes the changes.
 */
export const insertEventsFrom = (changes: RawBuilder<unknown>): RawBuilder<unknown> => sql`
  insert into events_log (type, at, account_id, event_id, subject, data) ${changes}`

/** One statement, however many. */
export const insertEvents = async (db: Db | Tx, events: readonly NewDomainEvent[]): Promise<void> => {
  await insertEventsFrom(sql`
    select x.type, x.at, x.account_id, x.event_id, x.subject, x.data::jsonb from unnest(
      ${events.map(({ type }) => type)}::text[], ${events.map(({ at }) => at)}::timestamptz[],
      ${events.map(({ accountId }) => accountId ?? null)}::uuid[],
      ${events.map(({ eventId }) => eventId ?? null)}::uuid[], ${events.map(({ subject }) => subject)}::uuid[],
      ${events.map(({ data }) => JSON.stringify(data))}::text[]
    ) with ordinality as x (type, at, account_id, event_id, subject, data, place)
    order by x.place`).execute(db)
}

/** Cursors of new subscriptions stand before the first event that the log still has. */
export const insertCursors = async (db: Db, names: readonly string[]): Promise<void> => {
  await sql`insert into event_cursors (name) select unnest(${[...names]}::text[]) on conflict do nothing`.execute(db)
}

/**
 * Whether a subscription has events to read (`ready`), and whether there are committed ones that it must not read yet,
 * because a transaction that began earlier may still commit rows before them (`waiting`). Takes no lock.
 */
export const peek = async (db: Db, name: string): Promise<{ ready: boolean; waiting: boolean }> => {
  const { rows } = await sql<{ ready: boolean; waiting: boolean }>`
    select exists (select from events_log l where (l.xid, l.id) > (c.xid, c.id) and l.xid < ${HORIZON}) as ready,
      exists (select from events_log l where (l.xid, l.id) > (c.xid, c.id) and l.xid >= ${HORIZON}) as waiting
    from event_cursors c where c.name = ${name}`.execute(db)
  return rows[0] ?? { ready: false, waiting: false }
}

/** The cursor, locked until the end of the transaction; nothing while another reader holds it. */
export const lockCursor = async (tx: Tx, name: string): Promise<Position | undefined> => {
  const { rows } = await sql<Position>`
    select xid::text as xid, id::text as id from event_cursors where name = ${name} for update skip locked`.execute(tx)
  return rows[0]
}

/** The next events of any type in commit order: only those before which nothing can appear any more. */
export const readEvents = async (tx: Tx, { xid, id }: Position, limit: number): Promise<EventRow[]> => {
  const { rows } = await sql<EventRow>`
    select xid::text as xid, id::text as id, type, at, account_id, event_id, subject, data
    from events_log l
    where (l.xid, l.id) > (${xid}::xid8, ${id}::bigint) and l.xid < ${HORIZON}
    order by l.xid, l.id limit ${limit}`.execute(tx)
  return rows
}

/** The caller holds the cursor's lock. */
export const moveCursor = async (tx: Tx, name: string, { xid, id }: Position): Promise<void> => {
  await sql`update event_cursors set xid = ${xid}::xid8, id = ${id}::bigint where name = ${name}`.execute(tx)
}

/** Deletes events older than `before` that every one of these subscriptions has read. */
export const deleteReadEvents = async (db: Db, names: readonly string[], before: Date): Promise<number> => {
  const { numAffectedRows } = await sql`
    delete from events_log l using (
      select xid, id from event_cursors where name = any(${[...names]}::text[]) order by xid, id limit 1
    ) c
    where (l.xid, l.id) <= (c.xid, c.id) and l.at < ${before}`.execute(db)
  return Number(numAffectedRows ?? 0)
}

/**
 * Transaction ids belong to a cluster. After a restore into another one, ids of the log may lie in that cluster's future,
 * where no reader would reach them: the events are then numbered anew, in their order, below all new transactions.
 */
export const renumberForeignEvents = async (tx: Tx): Promise<boolean> => {
  const future = sql`pg_snapshot_xmax(pg_current_snapshot())`
  const { rows } = await sql<{ foreign: boolean }>`
    select exists (select from events_log where xid >= ${future})
      or exists (select from event_cursors where xid >= ${future}) as foreign`.execute(tx)
  if (rows[0]?.foreign !== true) return false
  await sql`lock table events_log, event_cursors in access exclusive mode`.execute(tx)
  await sql`
    with numbered as (select xid, id, row_number() over (order by xid, id) as place from events_log),
    moved as (
      update event_cursors c
      set xid = '1', id = (select count(*) from events_log l where (l.xid, l.id) <= (c.xid, c.id))
    )
    update events_log l set xid = '1', id = n.place from numbered n where l.xid = n.xid and l.id = n.id`.execute(tx)
  await sql`
    select setval(pg_get_serial_sequence('events_log', 'id'),
      greatest(nextval(pg_get_serial_sequence('events_log', 'id')), (select max(id) + 1 from events_log)))`.execute(tx)
  return true
}
