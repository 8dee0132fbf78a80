import { ISRAEL_ZONE } from '@kartis/domain/zone.ts'
import { type Kysely, sql, type Transaction } from 'kysely'
import type { Selectable } from 'kysely'
import type { SandboxTables } from './tables.ts'

export type SandboxDb = Kysely<SandboxTables>
export type SandboxTx = Transaction<SandboxTables>
export type TransactionRow = Selectable<SandboxTables['sandbox_transactions']>

type NewTransaction = Omit<TransactionRow, 'txn_index' | 'result' | 'user_fields'> & {
  user_fields: Record<string, string>
}

export const insertTransaction = (tx: SandboxTx, row: NewTransaction): Promise<TransactionRow> =>
  tx
    .insertInto('sandbox_transactions')
    .values({ ...row, user_fields: JSON.stringify(row.user_fields), result: '{}' })
    .returningAll()
    .executeTakeFirstOrThrow()

export const lockTransaction = (
  tx: SandboxTx,
  terminal: string,
  txnIndex: number,
): Promise<TransactionRow | undefined> =>
  tx
    .selectFrom('sandbox_transactions')
    .selectAll()
    .where('terminal', '=', terminal)
    .where('txn_index', '=', txnIndex)
    .forUpdate()
    .executeTakeFirst()

export const creditedOf = async (tx: SandboxTx, txnIndex: number): Promise<number> => {
  const row = await tx
    .selectFrom('sandbox_transactions')
    .select((eb) => eb.fn.sum<string | null>('amount').as('total'))
    .where('reference_index', '=', txnIndex)
    .where('txn_type', '=', 'CREDIT')
    .where('response', '=', '000')
    .executeTakeFirst()
  return Number(row?.total ?? 0)
}

/** Takes money for a credit from a terminal; false where it has too little. A void needs none: its charge was not deposited. */
export const takeFunds = async (tx: SandboxTx, terminal: string, amount: number): Promise<boolean> => {
  const balance = await tx
    .selectFrom('sandbox_balances')
    .select('available')
    .where('terminal', '=', terminal)
    .forUpdate()
    .executeTakeFirst()
  if (!balance) return true
  const left = Number(balance.available) - amount
  if (left < 0) return false
  await tx.updateTable('sandbox_balances').set({ available: left }).where('terminal', '=', terminal).execute()
  return true
}

export interface ReportQuery {
  readonly terminal: string
  readonly index?: number
  readonly from?: string
  readonly to?: string
  readonly userFields: Record<string, string>
  readonly approvedOnly?: boolean
  readonly page: number
  readonly perPage: number
}

/** A page of the terminal's transactions, oldest first, with their total number. */
export const reportRows = async (
  db: SandboxDb,
  query: ReportQuery,
): Promise<{ rows: TransactionRow[]; total: number }> => {
  let found = db.selectFrom('sandbox_transactions').where('terminal', '=', query.terminal)
  if (query.approvedOnly) found = found.where('response', '=', '000')
  if (query.index !== undefined) found = found.where('txn_index', '=', query.index)
  const day = sql<string>`(created_at at time zone ${sql.lit(ISRAEL_ZONE)})::date`
  if (query.from) found = found.where(day, '>=', sql<string>`${query.from}::date`)
  if (query.to) found = found.where(day, '<=', sql<string>`${query.to}::date`)
  if (Object.keys(query.userFields).length > 0)
    found = found.where(sql<boolean>`user_fields @> ${JSON.stringify(query.userFields)}::jsonb`)
  const rows = await found
    .selectAll()
    .orderBy('txn_index')
    .limit(query.perPage)
    .offset((query.page - 1) * query.perPage)
    .execute()
  // A page that is not full is the last one, so the total is known without counting.
  if (rows.length < query.perPage && (rows.length > 0 || query.page === 1))
    return { rows, total: (query.page - 1) * query.perPage + rows.length }
  const { total } = await found.select((eb) => eb.fn.countAll<string>().as('total')).executeTakeFirstOrThrow()
  return { rows, total: Number(total) }
}

export const readTransaction = (
  db: SandboxDb,
  terminal: string,
  txnIndex: number,
): Promise<TransactionRow | undefined> =>
  db
    .selectFrom('sandbox_transactions')
    .selectAll()
    .where('terminal', '=', terminal)
    .where('txn_index', '=', txnIndex)
    .executeTakeFirst()

/** The charge that a page ends with: the approved one, else the last decline. */
export const lastOnPage = (db: SandboxDb, pageId: string): Promise<TransactionRow | undefined> =>
  db
    .selectFrom('sandbox_transactions')
    .selectAll()
    .where('page_id', '=', pageId)
    .where('txn_type', '=', 'DEBIT')
    .orderBy((where) => where('response', '=', '000'), 'desc')
    .orderBy('txn_index', 'desc')
    .executeTakeFirst()

/** Deletes the pages that expired before; transactions stay, since refunds refer to them. */
export const deleteOldPages = async (db: SandboxDb, before: Date): Promise<void> => {
  await db.deleteFrom('sandbox_pages').where('expires_at', '<', before).execute()
}
