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
import type { Database } from './schema.ts'

type Answer = Promise<QueryResult<unknown>>

/** Of each connection in a transaction: what was sent and not waited for, in its order. */
const underWay = new WeakMap<DatabaseConnection, Answer[]>()

const send = (connection: DatabaseConnection, ahead: Answer[], query: CompiledQuery): Answer => {
  const answer = connection.executeQuery<unknown>(query)
  // Whoever ends the transaction tells of it; until then nobody listens.
  answer.catch(() => undefined)
  ahead.push(answer)
  return answer
}

/** Waits for all that was sent, and throws the first fault: the ones behind it only say that it has happened. */
const settle = async (connection: DatabaseConnection): Promise<void> => {
  const ahead = underWay.get(connection) ?? []
  underWay.delete(connection)
  const fault = (await Promise.allSettled(ahead)).find((one) => one.status === 'rejected')
  if (fault) throw fault.reason
}

/**
 * Transactions with fewer journeys to the database and back. BEGIN travels with the first statement, and what is sent
 * with `pipeline` with the next one or with COMMIT. PostgreSQL works through them in their order and does nothing after
 * a fault, so a commit that was sent behind a failed statement undoes everything. Needs a pool with `pipeline: true`.
 */
class PipeliningDriver extends PostgresDriver {
  override async beginTransaction(connection: DatabaseConnection, settings: TransactionSettings): Promise<void> {
    if (settings.isolationLevel ?? settings.accessMode) return super.beginTransaction(connection, settings)
    const ahead: Answer[] = []
    underWay.set(connection, ahead)
    void send(connection, ahead, CompiledQuery.raw('begin'))
  }

  override async commitTransaction(connection: DatabaseConnection): Promise<void> {
    const committed = super.commitTransaction(connection)
    committed.catch(() => undefined)
    await settle(connection)
    await committed
  }

  override async rollbackTransaction(connection: Parameters<PostgresDriver['rollbackTransaction']>[0]): Promise<void> {
    await super.rollbackTransaction(connection)
    await settle(connection)
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
 * Sends a statement of a transaction without waiting for its answer. When it fails, the transaction fails. The answer
 * may be asked for while the transaction goes on, and after its commit.
 */
export const pipeline = async <R>(
  tx: Transaction<Database>,
  statement: RawBuilder<R>,
): Promise<() => Promise<QueryResult<R>>> => {
  const query = statement.compile(tx)
  const answer = await tx.getExecutor().provideConnection(async (connection) => {
    const ahead = underWay.get(connection)
    if (!ahead) throw new Error('statements are sent ahead within a transaction only')
    return { given: send(connection, ahead, query) }
  })
  return () => answer.given as Promise<QueryResult<R>>
}
