import { type Insertable, type Selectable, sql } from 'kysely'
import type { Db, Tx } from '../../../platform/database/db.ts'
import type { ReportExportsTable } from './tables.ts'

/** Days are text: a PostgreSQL date is not an instant. */
export type ExportRow = Selectable<ReportExportsTable>

const COLUMNS = [
  'id',
  'account_id',
  'format',
  'lang',
  'status',
  'progress',
  'name',
  'file_key',
  'bytes',
  'created_by',
  'created_at',
  'started_at',
  'ended_at',
  'expires_at',
] as const

const days = [sql<string>`from_day::text`.as('from_day'), sql<string>`to_day::text`.as('to_day')] as const

export const exportById = (db: Db | Tx, id: string): Promise<ExportRow | undefined> =>
  db.selectFrom('report_exports').select(COLUMNS).select(days).where('id', '=', id).executeTakeFirst()

/** Inserts an export; false when the same one is being made already. */
export const insertExport = async (tx: Tx, row: Insertable<ReportExportsTable>): Promise<boolean> => {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('report_exports')
    .values(row)
    .onConflict((conflict) =>
      conflict
        .columns(['account_id', 'format', 'lang', 'from_day', 'to_day'])
        .where('status', 'in', sql<'queued'>`('queued', 'running')`)
        .doNothing(),
    )
    .executeTakeFirstOrThrow()
  return numInsertedOrUpdatedRows === 1n
}

type ExportInput = Pick<ExportRow, 'account_id' | 'format' | 'lang' | 'from_day' | 'to_day'>

/** The export of the same file that is queued or running. */
export const openExport = (db: Db | Tx, input: ExportInput): Promise<ExportRow | undefined> =>
  db
    .selectFrom('report_exports')
    .select(COLUMNS)
    .select(days)
    .where('account_id', '=', input.account_id)
    .where('format', '=', input.format)
    .where('lang', '=', input.lang)
    .where('from_day', '=', input.from_day)
    .where('to_day', '=', input.to_day)
    .where('status', 'in', ['queued', 'running'])
    .executeTakeFirst()

export const countWaiting = async (db: Db | Tx, accountId: string): Promise<number> => {
  const { count } = await db
    .selectFrom('report_exports')
    .select(sql<number>`count(*)::int`.as('count'))
    .where('account_id', '=', accountId)
    .where('status', 'in', ['queued', 'running'])
    .executeTakeFirstOrThrow()
  return count
}

export const listExports = async (
  db: Db,
  accountId: string,
  now: Date,
  { limit, offset }: { limit: number; offset: number },
): Promise<{ rows: ExportRow[]; total: number }> => {
  const own = db.selectFrom('report_exports').where('account_id', '=', accountId).where('expires_at', '>', now)
  const [rows, counted] = await Promise.all([
    own
      .select(COLUMNS)
      .select(days)
      .orderBy('created_at', 'desc')
      .orderBy('id', 'desc')
      .limit(limit)
      .offset(offset)
      .execute(),
    own.select(sql<number>`count(*)::int`.as('count')).executeTakeFirstOrThrow(),
  ])
  return { rows, total: counted.count }
}

/** Claims an export: a queued one, or one that has been running since before `lost`. Undefined when another process has it. */
export const claimExport = async (db: Db, id: string, now: Date, lost: Date): Promise<ExportRow | undefined> => {
  const claimed = await db
    .updateTable('report_exports')
    .set({ status: 'running', started_at: now, progress: 0 })
    .where('id', '=', id)
    .where((where) =>
      where.or([
        where('status', '=', 'queued'),
        where.and([where('status', '=', 'running'), where('started_at', '<', lost)]),
      ]),
    )
    .returning('id')
    .executeTakeFirst()
  return claimed && exportById(db, id)
}

export const setProgress = async (db: Db, id: string, progress: number): Promise<void> => {
  await db
    .updateTable('report_exports')
    .set({ progress })
    .where('id', '=', id)
    .where('status', '=', 'running')
    .execute()
}

export const endExport = async (
  db: Db,
  id: string,
  end: { status: 'ready'; file_key: string; bytes: number; progress: 100 } | { status: 'failed' },
  now: Date,
): Promise<void> => {
  await db
    .updateTable('report_exports')
    .set({ ...end, ended_at: now })
    .where('id', '=', id)
    .where('status', '=', 'running')
    .execute()
}

/** Deletes expired exports, at most `limit`; the keys of their files. */
export const dropExpired = async (db: Db, now: Date, limit: number): Promise<(string | null)[]> => {
  const deleted = await db
    .deleteFrom('report_exports')
    .where('id', 'in', (from) =>
      from.selectFrom('report_exports').select('id').where('expires_at', '<=', now).limit(limit),
    )
    .returning('file_key')
    .execute()
  return deleted.map((row) => row.file_key)
}
