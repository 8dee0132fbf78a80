import { Kysely, PostgresDialect, type Transaction } from 'kysely'
import { Client, type ClientConfig, Pool, TypeOverrides } from 'pg'
import type { Writable } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import { PipeliningDialect } from './pipelining-driver.ts'
import { codeOf } from './error-code.ts'
import type { Logger } from '../observability/log.ts'
import type { Database } from './schema.ts'

/** Outside any transaction. bigint and numeric come as text, dates (without a time) as `YYYY-MM-DD`, instants as Date. */
export type Db = Kysely<Database>
export type Tx = Transaction<Database>

const DATE = 1082
const types = new TypeOverrides()
types.setTypeParser(DATE, (text: string) => text)

const names = new Map<string, string>()
const MAX_NAMES = 500

const nameOf = (text: string): string | undefined => {
  const known = names.get(text)
  if (known || names.size >= MAX_NAMES) return known
  const name = `k${names.size}`
  names.set(text, name)
  return name
}

/** What the driver's client has and its types do not tell of. */
interface Wire {
  readonly connection: { readonly stream: Pick<Writable, 'cork' | 'uncork'> }
}

/**
 * Prepares every statement with parameters under a name, so that PostgreSQL parses it once per connection. A statement
 * must therefore be the same text each time: `= any($1)`, never an IN list of varying length. Statements that are sent
 * in one turn of the event loop leave in one piece: each piece wakes PostgreSQL up.
 */
class NamedClient extends Client {
  constructor(config?: string | ClientConfig) {
    super(config)
    const plain = this.query.bind(this) as (...args: unknown[]) => unknown
    const { stream } = (this as unknown as Wire).connection
    let gathering = false
    const gather = (): void => {
      if (gathering) return
      gathering = true
      stream.cork()
      process.nextTick(() => {
        gathering = false
        stream.uncork()
      })
    }
    const named = (...args: unknown[]): unknown => {
      gather()
      const [text, values, done] = args
      const name = typeof text === 'string' && Array.isArray(values) && values.length > 0 ? nameOf(text) : undefined
      return name ? plain({ name, text, values }, done) : plain(...args)
    }
    this.query = named as typeof this.query
  }
}

export interface Pooler {
  /** Does it keep named statements apart for each client (PgBouncer 1.21 with max_prepared_statements)? */
  readonly prepares: boolean
}

export interface PoolOptions {
  readonly url: string
  readonly max: number
  /** A statement that runs longer is cancelled, milliseconds. */
  readonly statementLimit: number
  /** Plans made once per statement: right for short statements by key, wrong for reports. */
  readonly genericPlans: boolean
  /** A pooler in transaction mode stands between: no settings of a session, and no prepared statements unless it keeps them. */
  readonly pooler?: Pooler | undefined
  /** Statements may be sent before those in front of them are answered. Cursors and copies cannot then be used. */
  readonly pipeline?: boolean
  readonly log?: Pick<Logger, 'error'>
}

const openPool = (options: PoolOptions): Pool => {
  const startup = [
    `-c statement_timeout=${options.statementLimit}`,
    '-c idle_in_transaction_session_timeout=60000',
    '-c timezone=UTC',
    ...(options.genericPlans ? ['-c plan_cache_mode=force_generic_plan'] : []),
  ]
  const pool = new Pool({
    connectionString: options.url,
    ...(options.pooler?.prepares === false ? {} : { Client: NamedClient }),
    types,
    max: options.max,
    pipeline: options.pipeline ?? false,
    ...(options.pooler ? {} : { options: startup.join(' ') }),
    application_name: 'kartis',
    connectionTimeoutMillis: 10_000,
    keepAlive: true,
  })
  // An idle connection that breaks is replaced by the pool; without a listener it would end the process.
  pool.on('error', (error) => {
    if (!pool.ending) options.log?.error({ err: error }, 'a database connection broke')
  })
  return pool
}

export interface Databases {
  /** Short statements by key. */
  readonly db: Db
  /** Reports and exports: own connections, so that a heavy one never stands in front of a sale. */
  readonly reportDb: Db
  readonly pools: Readonly<Record<'main' | 'reports', Pool>>
  readonly close: () => Promise<void>
}

export interface DatabasesOptions {
  readonly sizes?: { readonly main: number; readonly reports: number } | undefined
  readonly pooler?: Pooler | undefined
}

/** A pool of its own for what a replica is asked. */
export const openReads = (
  url: string,
  log?: Pick<Logger, 'error'>,
  max = 8,
): { db: Db; close: () => Promise<void> } => {
  const pool = openPool({ url, max, statementLimit: 5000, genericPlans: true, log })
  const db = new Kysely<Database>({ dialect: new PostgresDialect({ pool }) })
  return { db, close: () => db.destroy() }
}

export const openDatabases = (
  url: string,
  log?: Pick<Logger, 'error'>,
  { sizes = { main: 8, reports: 3 }, pooler }: DatabasesOptions = {},
): Databases => {
  const main = openPool({
    url,
    max: sizes.main,
    statementLimit: 20_000,
    genericPlans: true,
    pooler,
    pipeline: true,
    log,
  })
  const reports = openPool({ url, max: sizes.reports, statementLimit: 120_000, genericPlans: false, pooler, log })
  const db = new Kysely<Database>({ dialect: new PipeliningDialect({ pool: main }) })
  const reportDb = new Kysely<Database>({ dialect: new PostgresDialect({ pool: reports }) })
  return {
    db,
    reportDb,
    pools: { main, reports },
    close: async () => {
      await Promise.all([db.destroy(), reportDb.destroy()])
    },
  }
}

const RETRY = new Set(['40001', '40P01'])
const TRIES = 6

const afterCommits = new WeakMap<Db | Tx, (() => void)[]>()

/** Runs `action` once the transaction has committed, never when it rolls back; at once where there is no transaction. */
export const afterCommit = (db: Db | Tx, action: () => void): void => {
  if (!db.isTransaction) return action()
  afterCommits.set(db, [...(afterCommits.get(db) ?? []), action])
}

const commit = async <T>(db: Db, act: (tx: Tx) => Promise<T>): Promise<T> => {
  let actions: (() => void)[] = []
  const result = await db.transaction().execute(async (tx) => {
    const value = await act(tx)
    actions = afterCommits.get(tx) ?? []
    return value
  })
  for (const action of actions) action()
  return result
}

/**
 * Runs `act` in one transaction. Inside another transaction it joins that one. When PostgreSQL asks for a repeat
 * (serialisation failure, deadlock) the whole of `act` runs again: it must not reach outside the database.
 */
export const inTransaction = async <T>(db: Db | Tx, act: (tx: Tx) => Promise<T>): Promise<T> => {
  if (db.isTransaction) return act(db as Tx)
  for (let attempt = 1; ; attempt++) {
    try {
      return await commit(db, act)
    } catch (error) {
      if (attempt >= TRIES || !RETRY.has(codeOf(error))) throw error
      await sleep(Math.random() * 15 * 2 ** attempt)
    }
  }
}
