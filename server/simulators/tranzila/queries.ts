import { randomBytes } from 'node:crypto'
import { type Kysely, sql, type Transaction } from 'kysely'
import type { Selectable } from 'kysely'
import type { SandboxTables } from './tables.ts'

export type SandboxDb = Kysely<SandboxTables>
export type SandboxTx = Transaction<SandboxTables>
export type HandshakeRow = Selectable<SandboxTables['sandbox_handshakes']>
export type TransactionRow = Selectable<SandboxTables['sandbox_transactions']>
export type NotifyRow = Selectable<SandboxTables['sandbox_notifies']>

export const HANDSHAKE_MS = 20 * 60_000

export const insertHandshake = async (
  db: SandboxDb,
  handshake: { terminal: string; amount: number; now: Date },
): Promise<string> => {
  const thtk = `t${randomBytes(16).toString('hex')}`
  await db
    .insertInto('sandbox_handshakes')
    .values({
      thtk,
      terminal: handshake.terminal,
      amount: handshake.amount,
      created_at: handshake.now,
      expires_at: new Date(handshake.now.getTime() + HANDSHAKE_MS),
      used_by: null,
    })
    .execute()
  return thtk
}

export const findHandshake = (db: SandboxDb, thtk: string): Promise<HandshakeRow | undefined> =>
  db.selectFrom('sandbox_handshakes').selectAll().where('thtk', '=', thtk).executeTakeFirst()

/** Locked until the transaction ends: two clicks on one page are answered one after the other. */
export const lockHandshake = (tx: SandboxTx, thtk: string): Promise<HandshakeRow | undefined> =>
  tx.selectFrom('sandbox_handshakes').selectAll().where('thtk', '=', thtk).forUpdate().executeTakeFirst()

export const useHandshake = async (tx: SandboxTx, thtk: string, txnIndex: number): Promise<void> => {
  await tx.updateTable('sandbox_handshakes').set({ used_by: txnIndex }).where('thtk', '=', thtk).execute()
}

/** One at a time for everybody who charges under the same DCdisable. */
export const lockDcDisable = async (tx: SandboxTx, terminal: string, dcDisable: string): Promise<void> => {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`${terminal}/${dcDisable}`}, 0))`.execute(tx)
}

export const findByDcDisable = (
  db: SandboxDb,
  terminal: string,
  dcDisable: string,
  since: Date,
): Promise<TransactionRow | undefined> =>
  db
    .selectFrom('sandbox_transactions')
    .selectAll()
    .where('terminal', '=', terminal)
    .where('dc_disable', '=', dcDisable)
    .where('response', '=', '000')
    .where('created_at', '>', since)
    .orderBy('txn_index')
    .limit(1)
    .executeTakeFirst()

type NewTransaction = Omit<TransactionRow, 'txn_index' | 'result' | 'user_fields'> & {
  user_fields: Record<string, string>
}

export const insertTransaction = (tx: SandboxTx, row: NewTransaction): Promise<TransactionRow> =>
  tx
    .insertInto('sandbox_transactions')
    .values({ ...row, user_fields: JSON.stringify(row.user_fields), result: '{}' })
    .returningAll()
    .executeTakeFirstOrThrow()

export const keepResult = async (tx: SandboxTx, txnIndex: number, result: Record<string, string>): Promise<void> => {
  await tx
    .updateTable('sandbox_transactions')
    .set({ result: JSON.stringify(result) })
    .where('txn_index', '=', txnIndex)
    .execute()
}

export const findTransaction = (
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

/** The last refusal on a page, for telling the buyer who comes back to it. */
export const lastDecline = (db: SandboxDb, thtk: string): Promise<{ response: string } | undefined> =>
  db
    .selectFrom('sandbox_transactions')
    .select('response')
    .where('thtk', '=', thtk)
    .where('response', '!=', '000')
    .orderBy('txn_index', 'desc')
    .limit(1)
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

export interface ReportQuery {
  readonly terminal: string
  readonly index?: number
  readonly from?: string
  readonly to?: string
  readonly userFields: Record<string, string>
  readonly page: number
  readonly perPage: number
}

/** A page of the terminal's transactions, oldest first, and how many there are in all. */
export const reportRows = async (
  db: SandboxDb,
  query: ReportQuery,
): Promise<{ rows: TransactionRow[]; total: number }> => {
  let found = db.selectFrom('sandbox_transactions').where('terminal', '=', query.terminal)
  if (query.index !== undefined) found = found.where('txn_index', '=', query.index)
  const day = sql<string>`(created_at at time zone 'Asia/Jerusalem')::date`
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
  // A page that is not full is the last one, and says itself how many there are.
  if (rows.length < query.perPage && (rows.length > 0 || query.page === 1))
    return { rows, total: (query.page - 1) * query.perPage + rows.length }
  const { total } = await found.select((eb) => eb.fn.countAll<string>().as('total')).executeTakeFirstOrThrow()
  return { rows, total: Number(total) }
}

export const insertNotifies = async (
  tx: SandboxTx,
  notifies: { txn_index: number; url: string; body: string; due_at: Date }[],
): Promise<void> => {
  if (notifies.length > 0) await tx.insertInto('sandbox_notifies').values(notifies).execute()
}

const LEASE_MS = 30_000
const MOST_TRIES = 6

/** Takes what is due for this process alone; a process that dies gives it back when the lease runs out. */
export const leaseNotifies = async (db: SandboxDb, now: Date): Promise<NotifyRow[]> => {
  const { rows } = await sql<NotifyRow>`
    update sandbox_notifies set attempts = attempts + 1, leased_until = ${new Date(now.getTime() + LEASE_MS)}
    where id in (
      select id from sandbox_notifies
      where delivered_at is null and due_at <= ${now} and attempts < ${MOST_TRIES}
        and (leased_until is null or leased_until < ${now})
      order by due_at, id limit 20 for update skip locked)
    returning *`.execute(db)
  return rows
}

export const settleNotify = async (
  db: SandboxDb,
  id: string,
  outcome: { delivered_at: Date | null; due_at?: Date; last_status: string },
): Promise<void> => {
  await db
    .updateTable('sandbox_notifies')
    .set({ ...outcome, leased_until: null })
    .where('id', '=', id)
    .execute()
}

export const insertReader = async (
  db: SandboxDb,
  thtk: string,
  params: Record<string, string>,
  now: Date,
): Promise<void> => {
  await db
    .insertInto('sandbox_readers')
    .values({ thtk, params: JSON.stringify(params), created_at: now })
    .onConflict((conflict) => conflict.column('thtk').doNothing())
    .execute()
}

export const findReader = (db: SandboxDb, thtk: string): Promise<{ params: Record<string, string> } | undefined> =>
  db.selectFrom('sandbox_readers').select('params').where('thtk', '=', thtk).executeTakeFirst()

/** What is told and over is forgotten; transactions stay, for they are the books. */
export const forgetOld = async (db: SandboxDb, now: Date): Promise<void> => {
  const dayAgo = new Date(now.getTime() - 86_400_000)
  await db.deleteFrom('sandbox_notifies').where('due_at', '<', dayAgo).execute()
  await db.deleteFrom('sandbox_readers').where('created_at', '<', dayAgo).execute()
  await db.deleteFrom('sandbox_handshakes').where('expires_at', '<', dayAgo).execute()
}
