import type { Statement, StatementLine } from '@kartis/domain/statement.ts'
import { sql } from 'kysely'
import type { Db, Tx } from '../../../platform/database/db.ts'
import { offsetOf, type PageOf } from '../../../platform/http/listing.ts'

/** Sums in agorot. */
export interface StatementRow {
  readonly id: string
  readonly account_id: string
  readonly number: number
  readonly made_at: Date
  readonly opening: number
  readonly closing: number
  readonly to_seq: number
  readonly previous_hash: string | null
  readonly hash: string
}

const COLUMNS = sql`
  id, account_id, number, made_at, opening::float8 as opening, closing::float8 as closing, to_seq, previous_hash, hash`

export const lastStatement = async (db: Db | Tx, accountId: string): Promise<StatementRow | undefined> => {
  const { rows } = await sql<StatementRow>`
    select ${COLUMNS} from statements where account_id = ${accountId} order by number desc limit 1`.execute(db)
  return rows[0]
}

export const readStatement = async (db: Db | Tx, accountId: string, id: string): Promise<StatementRow | undefined> => {
  const { rows } = await sql<StatementRow>`
    select ${COLUMNS} from statements where account_id = ${accountId} and id = ${id}`.execute(db)
  return rows[0]
}

/** A page of the statements of an account, the newest first, and how many there are. */
export const listStatements = async (
  db: Db,
  accountId: string,
  page: PageOf,
): Promise<{ rows: StatementRow[]; total: number }> => {
  const { rows } = await sql<StatementRow>`
    select ${COLUMNS} from statements where account_id = ${accountId}
    order by number desc limit ${page.per_page} offset ${offsetOf(page)}`.execute(db)
  const { n } = await db
    .selectFrom('statements')
    .where('account_id', '=', accountId)
    .select(sql<number>`count(*)::int`.as('n'))
    .executeTakeFirstOrThrow()
  return { rows, total: n }
}

export const readStatementLines = async (db: Db | Tx, statementId: string): Promise<StatementLine[]> => {
  const { rows } = await sql<StatementLine>`
    select kind, event_id as "eventId", event_name as "eventName", amount::float8 as amount, held::float8 as held
    from statement_lines where statement_id = ${statementId} order by position`.execute(db)
  return rows
}

export interface NewStatement extends Statement {
  readonly id: string
  readonly madeBy: string
  readonly hash: string
  readonly toSeq: number
  readonly settledAt: Date
}

/** Writes a statement with its lines, and marks its events as settled up to its last journal; `settledAt` is the day of their terms. */
export const insertStatement = async (tx: Tx, statement: NewStatement, eventIds: readonly string[]): Promise<void> => {
  const { id, accountId, madeAt } = statement
  await tx
    .insertInto('statements')
    .values({
      id,
      account_id: accountId,
      number: statement.number,
      made_at: madeAt,
      made_by: statement.madeBy,
      opening: statement.opening,
      closing: statement.closing,
      to_seq: statement.toSeq,
      previous_hash: statement.previousHash,
      hash: statement.hash,
    })
    .execute()
  const lines = statement.lines.map((line, index) => ({
    statement_id: id,
    position: index + 1,
    kind: line.kind,
    event_id: line.eventId,
    event_name: line.eventName,
    amount: line.amount,
    held: line.held,
  }))
  await sql`
    insert into statement_lines
    select * from jsonb_populate_recordset(null::statement_lines, ${JSON.stringify(lines)}::jsonb)`.execute(tx)
  await sql`
    insert into settled_events (event_id, account_id, settled_at, statement_id, seq)
    select event_id, ${accountId}, ${statement.settledAt}, ${id}, ${statement.toSeq}
    from unnest(${[...eventIds]}::uuid[]) as e (event_id)
    on conflict (event_id) do update set seq = excluded.seq`.execute(tx)
}
