import { Kysely, PostgresDialect, type Transaction } from 'kysely'
import { Client, type ClientConfig, Pool, TypeOverrides } from 'pg'
import type { Writable } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import { isUrgent } from '../concurrency/urgent.ts'
import { PipeliningDialect } from './pipelining-driver.ts'
import { isRetryable, isStalePlan } from './error-code.ts'
import { createStatementTrace } from './trace-statements.ts'
import type { Logger } from '../observability/log.ts'
import type { Database } from './schema.ts'

/** The database outside a transaction. bigint and numeric are read as text, dates as `YYYY-MM-DD`, instants as Date. */
export type Db = Kysely<Database>
export type Tx = Transaction<Database>

const DATE = 1082
const types = new TypeOverrides()
types.setTypeParser(DATE, (text: string) => text)

const MAX_NAMES = 500

/** Names of prepared statements by their text; the same in all connections of a pool. */
const createStatementNames = () => {
  const names = new Map<string, string>()
  let generation = 0
  return {
    of: (text: string): string | undefined => {
      const existing = names.get(text)
      if (existing || names.size >= MAX_NAMES) return existing
      const name = `k${generation}_${names.size}`
      names.set(text, name)
      return name
    },
    /** All statements are prepared anew under other names, in every connection, after one of these names was refused. */
    renew: (name: string): void => {
      if (!name.startsWith(`k${generation}_`)) return
      names.clear()
      generation += 1
    },
  }
}

/** The part of the driver's client that its types do not declare. */
interface ClientSocket {
  readonly connection: { readonly stream: Pick<Writable, 'cork' | 'uncork'> }
}

/**
 * Prepares every statement with parameters under a name, so that PostgreSQL parses it once per connection. A statement
 * must therefore have the same text each time: `= any($1)`, never an IN list of varying length. Statements of one turn of
 * the event loop are written to the socket together, because each write wakes PostgreSQL up.
 */
const namedClient = () => {
  const names = createStatementNames()
  return class extends Client {
    constructor(config?: string | ClientConfig) {
      super(config)
      const query = this.query.bind(this) as (...args: unknown[]) => unknown
      const { stream } = (this as unknown as ClientSocket).connection
      const trace = createStatementTrace()
      let isCorked = false
      const cork = (): void => {
        if (isCorked) return
        isCorked = true
        stream.cork()
        process.nextTick(() => {
          isCorked = false
          stream.uncork()
          trace.sent()
        })
      }
      const namedQuery = (...args: unknown[]): unknown => {
        cork()
        const [text, values, callback] = args
        const name = typeof text === 'string' && Array.isArray(values) && values.length > 0 ? names.of(text) : undefined
        const result = name ? query({ name, text, values }, callback) : query(...args)
        trace.add(text, result)
        if (!name) return result
        // A migration of the next version has changed a table: not only this statement reads it.
        if (result instanceof Promise)
          result.catch((error: unknown) => {
            if (isStalePlan(error)) names.renew(name)
          })
        return result
      }
      this.query = namedQuery as typeof this.query
    }
  }
}

export interface Pooler {
  /** Whether it supports named statements (PgBouncer 1.21 with max_prepared_statements). */
  readonly prepares: boolean
}

export interface PoolOptions {
  readonly url: string
  readonly max: number
  /** Statement timeout in milliseconds. */
  readonly statementLimit: number
  /** One plan per prepared statement: right for short statements by key, wrong for reports. */
  readonly genericPlans: boolean
  /** A pooler in transaction mode: without session settings, and without prepared statements unless it supports them. */
  readonly pooler?: Pooler | undefined
  /** Statements are sent before the results of earlier ones arrive. Cursors and COPY cannot be used. */
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
    ...(options.pooler?.prepares === false ? {} : { Client: namedClient() }),
    types,
    max: options.max,
    pipeline: options.pipeline ?? false,
    ...(options.pooler ? {} : { options: startup.join(' ') }),
    application_name: 'kartis',
    connectionTimeoutMillis: 10_000,
    keepAlive: true,
  })
  // A connection may break while a request uses it: the pool then has no listener on it, and an `error` event that nobody
  // hears ends the process. The request gets its own error from its statement; the pool replaces the connection.
  pool.on('connect', (client) =>
    client.on('error', (error) => {
      if (!pool.ending) options.log?.error({ err: error }, 'database connection lost')
    }),
  )
  // Reported above already.
  pool.on('error', () => undefined)
  return pool
}

export interface Databases {
  /** For short statements by key. */
  readonly db: Db
  /** For reports and exports, on connections of their own, so that a heavy one never delays a sale. */
  readonly reportDb: Db
  readonly pools: Readonly<Record<'main' | 'urgent' | 'reports', Pool>>
  readonly close: () => Promise<void>
}

export interface DatabasesOptions {
  readonly sizes?: { readonly main: number; readonly reports: number } | undefined
  readonly pooler?: Pooler | undefined
}

/** Opens connections to a replica; it is only read. */
export const openReplicaPool = (
  url: string,
  log?: Pick<Logger, 'error'>,
  max = 8,
): { db: Db; close: () => Promise<void> } => {
  const pool = openPool({ url, max, statementLimit: 5000, genericPlans: true, log })
  const db = new Kysely<Database>({ dialect: new PostgresDialect({ pool }) })
  return { db, close: () => db.destroy() }
}

/** Connections for what is urgent, opened when it would wait. */
const URGENT = 2

/** A scan at the gate and a payment's webhook do not wait behind the buyers who wait for a connection. */
const withPriority = (main: Pool, urgent: Pool) => ({
  options: main.options,
  connect: () => (main.waitingCount > 0 && isUrgent() ? urgent : main).connect(),
  end: async () => {
    await Promise.all([main.end(), urgent.end()])
  },
})

export const openDatabases = (
  url: string,
  log?: Pick<Logger, 'error'>,
  { sizes = { main: 8, reports: 3 }, pooler }: DatabasesOptions = {},
): Databases => {
  const quick = { url, statementLimit: 20_000, genericPlans: true, pooler, pipeline: true, log }
  const main = openPool({ ...quick, max: sizes.main })
  const urgent = openPool({ ...quick, max: URGENT })
  const reports = openPool({ url, max: sizes.reports, statementLimit: 120_000, genericPlans: false, pooler, log })
  const db = new Kysely<Database>({ dialect: new PipeliningDialect({ pool: withPriority(main, urgent) }) })
  const reportDb = new Kysely<Database>({ dialect: new PostgresDialect({ pool: reports }) })
  return {
    db,
    reportDb,
    pools: { main, urgent, reports },
    close: async () => {
      await Promise.all([db.destroy(), reportDb.destroy()])
    },
  }
}

const MAX_ATTEMPTS = 6

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
 * Runs `act` in a transaction, or in the given one. After a serialisation failure, a deadlock or a migration of one of its
 * tables the whole of `act` runs again, so it must not have effects outside the database.
 */
export const inTransaction = async <T>(db: Db | Tx, act: (tx: Tx) => Promise<T>): Promise<T> => {
  if (db.isTransaction) return act(db as Tx)
  for (let attempt = 1; ; attempt++) {
    try {
      return await commit(db, act)
    } catch (error) {
      if (attempt >= MAX_ATTEMPTS || !isRetryable(error)) throw error
      await sleep(Math.random() * 15 * 2 ** attempt)
    }
  }
}
