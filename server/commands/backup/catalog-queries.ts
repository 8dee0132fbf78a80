import { type Kysely, sql } from 'kysely'

type AnyDb = Kysely<never>

/** Tables of a backup: logged tables of Kartis, without the migrator's own. */
export const tables = async (db: AnyDb): Promise<string[]> => {
  const { rows } = await sql<{ name: string }>`
    select c.relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where n.nspname = 'public' and c.relkind = 'r' and c.relpersistence = 'p' and c.relname not like 'kysely_%'
    order by 1`.execute(db)
  return rows.map(({ name }) => name)
}

/** `[child, parent]` of each foreign key. */
export const references = async (db: AnyDb): Promise<[child: string, parent: string][]> => {
  const { rows } = await sql<{ child: string; parent: string }>`
    select c.conrelid::regclass::text as child, c.confrelid::regclass::text as parent
    from pg_constraint c join pg_namespace n on n.oid = c.connamespace
    where c.contype = 'f' and n.nspname = 'public' and c.conrelid <> c.confrelid`.execute(db)
  return rows.map(({ child, parent }) => [child, parent])
}

export const columns = async (db: AnyDb, table: string): Promise<string[]> => {
  const { rows } = await sql<{ name: string }>`
    select attname as name from pg_attribute
    where attrelid = ${table}::regclass and attnum > 0 and not attisdropped and attgenerated = '' order by attnum`.execute(
    db,
  )
  return rows.map(({ name }) => name)
}

export const keyColumns = async (db: AnyDb, table: string): Promise<string[]> => {
  const { rows } = await sql<{ name: string }>`
    select a.attname as name from pg_index i
    join pg_attribute a on a.attrelid = i.indrelid and a.attnum = any(i.indkey)
    where i.indrelid = ${table}::regclass and i.indisprimary order by array_position(i.indkey::int[], a.attnum::int)`.execute(
    db,
  )
  return rows.map(({ name }) => name)
}

export const sequences = async (db: AnyDb): Promise<{ name: string; value: string }[]> => {
  const { rows } = await sql<{ name: string; value: string }>`
    select sequencename as name, last_value::text as value from pg_sequences
    where schemaname = 'public' and last_value is not null`.execute(db)
  return rows
}

export const appliedMigrations = async (db: AnyDb): Promise<string[]> => {
  const { rows } = await sql<{ name: string }>`select name from kysely_migration order by name`.execute(db)
  return rows.map(({ name }) => name)
}

export interface WaitingJob {
  readonly name: string
  readonly data: object | null
  readonly priority: number
  readonly start_after: string
  readonly singleton_key: string | null
}

/** Jobs that have not completed; names of the queue's internal jobs begin with two underscores. */
export const waitingJobs = async (db: AnyDb): Promise<WaitingJob[]> => {
  const { rows } = await sql<WaitingJob>`
    select name, data, priority, to_json(start_after) #>> '{}' as start_after, singleton_key from jobs.job
    where state in ('created', 'retry', 'active') and name not like '\\_\\_%' and name <> 'dead'
      and name not in (select name from jobs.schedule)`.execute(db)
  return rows
}

/** Number of running Kartis processes that use this database. */
export const otherUsers = async (db: AnyDb): Promise<number> => {
  const { rows } = await sql<{ n: number }>`
    select count(distinct application_name || coalesce(client_port::text, ''))::int as n from pg_stat_activity
    where datname = current_database() and application_name = 'kartis-jobs'`.execute(db)
  return rows[0]?.n ?? 0
}

/** Sorts parents before children. Throws for a cycle of references, which could not be restored row by row. */
export const inDependencyOrder = (names: readonly string[], links: readonly [string, string][]): string[] => {
  const done = new Set<string>()
  const order: string[] = []
  const visit = (name: string, path: readonly string[]): void => {
    if (done.has(name) || !names.includes(name)) return
    if (path.includes(name)) throw new Error(`tables reference each other in a cycle: ${[...path, name].join(' → ')}`)
    for (const [child, parent] of links) if (child === name) visit(parent, [...path, name])
    done.add(name)
    order.push(name)
  }
  for (const name of names) visit(name, [])
  return order
}
