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
 * because a transaction that began earlier may still commit rows before them (`waiting`). Takes no lock. The first event
 * after the cursor and the last of all decide; `exists` would be planned as a scan of the whole log, which finds nothing.
 */
export const peek = async (db: Db, name: string): Promise<{ ready: boolean; waiting: boolean }> => {
  const { rows } = await sql<{ ready: boolean; waiting: boolean }>`
    select coalesce(next.xid < ${HORIZON}, false) as ready,
      coalesce(last.xid >= ${HORIZON} and (last.xid, last.id) > (c.xid, c.id), false) as waiting
    from event_cursors c
    left join lateral (
      select l.xid from events_log l where (l.xid, l.id) > (c.xid, c.id) order by l.xid, l.id limit 1
    ) as next on true
    left join lateral (select l.xid, l.id from events_log l order by l.xid desc, l.id desc limit 1) as last on true
    where c.name = ${name}`.execute(db)
  return rows[0] ?? { ready: false, waiting: false }
}

/** The cursor, locked until the end of the transaction; nothing while another reader holds it. */
export const lockCursor = async (tx: Tx, name: string): Promise<Position | undefined> => {
  const { rows } = await sql<Position>`
    select xid::text as xid, id::text as id from event_cursors where name = ${name} for update skip locked`.execute(tx)
  return rows[0]
}

/**
 * The events of these types among the next `limit` of the log, in commit order: only those before which nothing can
 * appear any more. The last of the `limit` is always included, whatever its type, because the cursor moves to it; other
 * foreign types stay in the database: scans alone write thousands a second that no message is about. `isFull` when there
 * were `limit` of them, so that more may follow.
 */
export const readEvents = async (
  tx: Tx,
  { xid, id }: Position,
  types: readonly string[],
  limit: number,
): Promise<{ readonly rows: readonly EventRow[]; readonly isFull: boolean }> => {
  const { rows } = await sql<EventRow & { readonly count: number }>`
    with part as materialized (
      select l.* from events_log l
      where (l.xid, l.id) > (${xid}::xid8, ${id}::bigint) and l.xid < ${HORIZON}
      order by l.xid, l.id limit ${limit}
    ), last as (select xid, id, (select count(*)::int from part) as count from part order by xid desc, id desc limit 1)
    select p.xid::text as xid, p.id::text as id, p.type, p.at, p.account_id, p.event_id, p.subject, p.data, last.count
    from part p, last
    where p.type = any(${[...types]}::text[]) or (p.xid, p.id) = (last.xid, last.id)
    order by p.xid, p.id`.execute(tx)
  return { rows: rows.map(({ count: _count, ...row }) => row), isFull: (rows[0]?.count ?? 0) >= limit }
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
