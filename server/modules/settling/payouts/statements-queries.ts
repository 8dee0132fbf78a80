import { type AcquirerTerms, type Arrival, arrivalsOf } from '@kartis/domain/settlement.ts'
import { journalKindsOf, type Statement, type StatementLine, type StatementLineKind } from '@kartis/domain/statement.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Db, Tx } from '../../../platform/database/db.ts'
import { containing, type NumberOrName, offsetOf, type PageOf, searchTerms } from '../../../platform/http/listing.ts'
import type { JournalRange } from '../ledger/index.ts'
import { readSettledSales, saveStatementSums } from './statement-sums-queries.ts'

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

export interface StatementsSearch extends PageOf {
  /** With this number, or with lines of an event with this in its name; with both, either. */
  readonly or?: NumberOrName | undefined
}

/** Digits of the largest number of a statement. */
export const NUMBER_DIGITS = 9

/** The statement has lines of an event with this in its name. */
export const hasEventNamed = (
  statementId: RawBuilder<unknown>,
  name: string,
): RawBuilder<boolean> => sql<boolean>`exists (
  select from statement_lines l where l.statement_id = ${statementId} and l.event_name ilike ${containing(name)})`

const searchOf = ({ or }: StatementsSearch): RawBuilder<boolean> => {
  const { name, whole, isEmpty } = searchTerms(or, NUMBER_DIGITS)
  if (isEmpty) return sql<boolean>`true`
  return sql<boolean>`(
    (${whole !== undefined} and s.number = ${whole ?? 0}) or (${name !== ''} and ${hasEventNamed(sql`s.id`, name)}))`
}

/** A page of the statements of an account, the newest first, and how many there are. */
export const listStatements = async (
  db: Db,
  accountId: string,
  search: StatementsSearch,
): Promise<{ rows: StatementRow[]; total: number }> => {
  const found = sql`from statements s where s.account_id = ${accountId} and ${searchOf(search)}`
  const { rows } = await sql<StatementRow>`
    select ${COLUMNS} ${found} order by number desc limit ${search.per_page} offset ${offsetOf(search)}`.execute(db)
  const counted = await sql<{ n: number }>`select count(*)::int as n ${found}`.execute(db)
  return { rows, total: counted.rows[0]?.n ?? 0 }
}

export const readStatementLines = async (db: Db | Tx, statementId: string): Promise<StatementLine[]> => {
  const { rows } = await sql<StatementLine>`
    select kind, event_id as "eventId", event_name as "eventName", amount::float8 as amount, held::float8 as held
    from statement_lines where statement_id = ${statementId} order by position`.execute(db)
  return rows
}

/**
 * The journals that a line of a statement sums up: those since the statement before it that has lines of the same event, or
 * since the statement before it for the account itself. Undefined for no such line.
 */
export const readLineRange = async (
  db: Db,
  accountId: string,
  line: { readonly statementId: string; readonly position: number },
): Promise<JournalRange | undefined> => {
  const { rows } = await sql<{ kind: StatementLineKind; event_id: string | null; until: number; after: number }>`
    select l.kind, l.event_id, s.to_seq as until, coalesce((
      select max(p.to_seq) from statements p
      where p.account_id = s.account_id and p.number < s.number and (l.event_id is null
        or exists (select from statement_lines e where e.statement_id = p.id and e.event_id = l.event_id))
    ), 0) as after
    from statements s join statement_lines l on l.statement_id = s.id
    where s.account_id = ${accountId} and s.id = ${line.statementId} and l.position = ${line.position}`.execute(db)
  const [row] = rows
  return row && { eventId: row.event_id, kinds: journalKindsOf(row.kind), after: row.after, until: row.until }
}

/** What the acquirer had not paid of the sales of a statement when it was made, by its days. */
export const statementArrivals = async (
  db: Db,
  { id, made_at: madeAt }: Pick<StatementRow, 'id' | 'made_at'>,
  terms: AcquirerTerms,
): Promise<Arrival[]> => arrivalsOf(await readSettledSales(db, id), terms, madeAt)

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
  await saveStatementSums(tx, id, statement.promised)
}
