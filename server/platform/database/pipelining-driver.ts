import {
  CompiledQuery,
  type DatabaseConnection,
  type Driver,
  PostgresDialect,
  type PostgresDialectConfig,
  PostgresDriver,
  type QueryResult,
  type RawBuilder,
  type Transaction,
  type TransactionSettings,
} from 'kysely'
import { isDatabaseAway } from './error-code.ts'
import type { Database } from './schema.ts'

type PendingResult = Promise<QueryResult<unknown>>

/** Results that a connection's transaction has not awaited, in order. A WeakMap, because Kysely owns the connection object. */
const pendingByConnection = new WeakMap<DatabaseConnection, PendingResult[]>()

const send = (connection: DatabaseConnection, pending: PendingResult[], query: CompiledQuery): PendingResult => {
  const result = connection.executeQuery<unknown>(query)
  // The end of the transaction awaits it; until then a rejection is not unhandled.
  result.catch(() => undefined)
  pending.push(result)
  return result
}

/** Awaits all pending results and throws the first error: the later ones only report that the transaction has failed. */
const awaitPending = async (connection: DatabaseConnection): Promise<void> => {
  const pending = pendingByConnection.get(connection) ?? []
  pendingByConnection.delete(connection)
  const failed = (await Promise.allSettled(pending)).find(({ status }) => status === 'rejected')
  if (failed?.status === 'rejected') throw failed.reason
}

/**
 * Transactions with fewer round trips. BEGIN is sent with the first statement, and what is sent with `pipeline` goes with
 * the next one or with COMMIT. PostgreSQL runs the statements in order and skips all of them after an error, so a COMMIT
 * that follows a failed statement rolls back. Needs a pool with `pipeline: true`.
 */
class PipeliningDriver extends PostgresDriver {
  override async beginTransaction(connection: DatabaseConnection, settings: TransactionSettings): Promise<void> {
    if (settings.isolationLevel ?? settings.accessMode) return super.beginTransaction(connection, settings)
    const pending: PendingResult[] = []
    pendingByConnection.set(connection, pending)
    void send(connection, pending, CompiledQuery.raw('begin'))
  }

  override async commitTransaction(connection: DatabaseConnection): Promise<void> {
    const committed = super.commitTransaction(connection)
    committed.catch(() => undefined)
    await awaitPending(connection)
    await committed
  }

  /** On a broken connection PostgreSQL rolls back by itself, and the caller gets the error that broke the transaction. */
  override async rollbackTransaction(connection: Parameters<PostgresDriver['rollbackTransaction']>[0]): Promise<void> {
    try {
      await super.rollbackTransaction(connection)
    } catch (error) {
      if (!isDatabaseAway(error)) throw error
    }
    await awaitPending(connection)
  }
}

export class PipeliningDialect extends PostgresDialect {
  readonly #config: PostgresDialectConfig

  constructor(config: PostgresDialectConfig) {
    super(config)
    this.#config = config
  }

  override createDriver(): Driver {
    return new PipeliningDriver(this.#config)
  }
}

/**
 * Sends a statement of a transaction without waiting for its result. When it fails, the transaction fails. The returned
 * function awaits the result, during the transaction or after its commit.
 */
export const pipeline = async <R>(
  tx: Transaction<Database>,
  statement: RawBuilder<R>,
): Promise<() => Promise<QueryResult<R>>> => {
  const query = statement.compile(tx)
  const { result } = await tx.getExecutor().provideConnection(async (connection) => {
    const pending = pendingByConnection.get(connection)
    if (!pending) throw new Error('statements are pipelined within a transaction only')
    // In an object: a returned promise would be awaited here.
    return { result: send(connection, pending, query) }
  })
  // The statement's type parameter describes its rows.
  return () => result as Promise<QueryResult<R>>
}
