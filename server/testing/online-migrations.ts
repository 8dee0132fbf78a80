import type { Client } from 'pg'

/** Tables that buyers, gates and their jobs write all the time, and that grow with every sale. */
export const HOT_TABLES = [
  'orders',
  'order_lines',
  'order_answers',
  'order_history',
  'tickets',
  'payments',
  'refunds',
  'stock',
  'scans',
  'event_entries',
  'ticket_changes',
  'messages',
  'events_log',
  'idempotency_keys',
  'payment_webhooks',
  'journals',
  'ledger_entries',
  'waiting_places',
  'event_visits',
] as const

interface Column {
  readonly type: string
  readonly isRequired: boolean
  readonly isFilled: boolean
}

interface Constraint {
  readonly table: string
  readonly kind: string
  readonly definition: string
  readonly columns: readonly string[]
}

/** What the tables of a database are like. */
export interface Shape {
  readonly tables: ReadonlySet<string>
  /** By `table.column`. */
  readonly columns: ReadonlyMap<string, Column>
  /** By `table.name`; unique indexes too. */
  readonly constraints: ReadonlyMap<string, Constraint>
}

export const readShape = async (client: Client): Promise<Shape> => {
  const columns = await client.query<{ at: string; table: string } & Column>(
    `select c.relname as table, c.relname || '.' || a.attname as at, format_type(a.atttypid, a.atttypmod) as type,
       a.attnotnull as "isRequired", a.atthasdef or a.attidentity <> '' as "isFilled"
     from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
     where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p', 'v', 'm') and c.relname not like 'kysely%'`,
  )
  const constraints = await client.query<{ at: string } & Constraint>(
    `select c.relname as table, c.relname || '.' || k.conname as at, k.contype as kind, pg_get_constraintdef(k.oid) as definition,
       array(select attname::text from pg_attribute where attrelid = k.conrelid and attnum = any(k.conkey)) as columns
     from pg_constraint k join pg_class c on c.oid = k.conrelid
     where c.relnamespace = 'public'::regnamespace and k.contype in ('c', 'f', 'x')
     union all
     select c.relname, c.relname || '.' || i.relname, 'u', pg_get_indexdef(i.oid),
       array(select attname::text from pg_attribute where attrelid = c.oid and attnum = any(x.indkey))
     from pg_index x join pg_class i on i.oid = x.indexrelid join pg_class c on c.oid = x.indrelid
     where x.indisunique and c.relnamespace = 'public'::regnamespace`,
  )
  return {
    tables: new Set(columns.rows.map(({ table }) => table)),
    columns: new Map(columns.rows.map((column) => [column.at, column])),
    constraints: new Map(constraints.rows.map((constraint) => [constraint.at, constraint])),
  }
}

const tableOf = (at: string): string => at.split('.')[0] ?? ''

const changedColumns = (before: Shape, after: Shape): string[] => {
  const found: string[] = []
  for (const [at, was] of before.columns) {
    if (!after.tables.has(tableOf(at))) continue
    const is = after.columns.get(at)
    if (!is) found.push(`${at} is dropped or renamed`)
    else if (is.type !== was.type) found.push(`${at} becomes ${is.type}`)
    else if (is.isRequired && !was.isRequired) found.push(`${at} may no longer be null`)
    else if (is.isRequired && was.isFilled && !is.isFilled) found.push(`${at} loses its default`)
  }
  for (const [at, { isRequired, isFilled }] of after.columns)
    if (before.tables.has(tableOf(at)) && !before.columns.has(at) && isRequired && !isFilled)
      found.push(`${at} is required and has no default`)
  return found
}

const LITERAL = /'(?:[^']|'')*'(?:::[a-z ]+)?/g
const frameOf = (definition: string): string =>
  definition
    .replace(LITERAL, '?')
    .replace(/\?(?:, \?)+/g, '?')
    .replace(/ NOT VALID$/, '')

/** Whether a check allows all that it allowed: the same check with more values. */
const isWider = (was: string, is: string): boolean => {
  const values = new Set(is.match(LITERAL))
  return frameOf(was) === frameOf(is) && (was.match(LITERAL) ?? []).every((value) => values.has(value))
}

const newConstraints = (before: Shape, after: Shape): string[] =>
  [...after.constraints]
    .filter(([at, { table, columns, definition }]) => {
      if (!before.tables.has(table)) return false
      const was = before.constraints.get(at)
      if (was) return was.definition !== definition && !isWider(was.definition, definition)
      // What the version before does not write cannot be refused to it.
      return columns.some((column) => before.columns.has(`${table}.${column}`))
    })
    .map(([at]) => `${at} refuses rows that the version before may write`)

const isHot = (table: string | undefined, before: Shape): boolean =>
  before.tables.has(table ?? '') && HOT_TABLES.some((name) => name === table)

const withoutComments = (text: string): string =>
  text
    .replace(/--.*$/gm, '')
    .replace(/\/\*[\s\S]*?\*\//g, '')
    .replace(/\s+/g, ' ')
    .trim()
    .toLowerCase()

const VOLATILE = /default [^,]*\b(gen_random_uuid|uuidv\d|clock_timestamp|random|nextval)\(|\bserial\b|\bstored\b/

/** What one ALTER TABLE of a hot table does while it has the table for itself. */
const alterations = (table: string, text: string): string[] => {
  const found: string[] = []
  if (/\badd (constraint|check|foreign key)\b/.test(text) && !/\bnot valid\b|\busing index\b/.test(text))
    found.push(`a constraint of ${table} reads all of it: add it NOT VALID, validate it in the next migration`)
  if (/\badd column [^,]*?\b(check \(|references )/.test(text))
    found.push(`a column of ${table} with a check or a reference reads all of it: add the constraint NOT VALID`)
  if (VOLATILE.test(text)) found.push(`${table} is rewritten for the values of a new column`)
  return found
}

const UPDATED = /\bupdate (?:only )?"?(\w+)"?(?: (?:as )?\w+)? set\b/g
const DELETED = /\bdelete from (?:only )?"?(\w+)/g
const INDEXED = /\bcreate (?:unique )?index (concurrently )?(?:if not exists )?(?:"?\w+"? )?on (?:only )?"?(\w+)/
const LOCKED = /^(?:lock(?: table)?|truncate(?: table)?|vacuum full|cluster|reindex table) (?:only )?"?(\w+)/

const ofStatement = (text: string, before: Shape): string[] => {
  const found: string[] = []
  const [, concurrently, indexed] = INDEXED.exec(text) ?? []
  if (isHot(indexed, before) && !concurrently) found.push(`an index of ${indexed} blocks its writers: use buildIndex`)
  for (const [, table] of [...text.matchAll(UPDATED), ...text.matchAll(DELETED)])
    if (isHot(table, before)) found.push(`rows of ${table} are written at once: leave it to a job, in pieces`)
  const [, altered] = /\balter table (?:if exists )?(?:only )?(?:public\.)?"?(\w+)/.exec(text) ?? []
  if (altered && isHot(altered, before)) found.push(...alterations(altered, text))
  const [, locked] = LOCKED.exec(text) ?? []
  if (locked && before.tables.has(locked)) found.push(`${locked} is locked: ${text.slice(0, 40)}`)
  return found
}

/** Tables of which one migration both adds and validates a constraint: the lock of the first lasts through the second. */
const validatedAtOnce = (statements: readonly string[], before: Shape): string[] =>
  HOT_TABLES.filter((table) => before.tables.has(table))
    .filter((table) => {
      const mine = statements.filter((text) => text.includes(`alter table ${table}`))
      return (
        mine.some((text) => text.includes('not valid')) && mine.some((text) => text.includes('validate constraint'))
      )
    })
    .map((table) => `a constraint of ${table} is validated under the lock that added it: use a migration of its own`)

/** Why servers of the version before could not sell on, or would have to wait, while and after a migration runs; nothing when they can. */
export const breaksOf = (before: Shape, after: Shape, statements: readonly string[]): string[] => {
  const texts = statements.map(withoutComments)
  return [
    ...[...before.tables].filter((table) => !after.tables.has(table)).map((table) => `${table} is dropped or renamed`),
    ...changedColumns(before, after),
    ...newConstraints(before, after),
    ...texts.flatMap((text) => ofStatement(text, before)),
    ...validatedAtOnce(texts, before),
  ]
}
