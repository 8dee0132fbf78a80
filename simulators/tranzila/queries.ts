import { ISRAEL_ZONE } from '@kartis/domain/zone.ts'
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

/** What a page shows: its handshake, the result of the charge that closed it, and the code of the last decline. */
export interface PageRecords {
  readonly handshake: HandshakeRow
  readonly paid: Record<string, string> | null
  readonly declined: string | null
}

interface PageKey {
  readonly terminal: string
  readonly thtk: string
  /** Charges under the same DCdisable count since then. */
  readonly dcDisable: string | undefined
  readonly since: Date
}

/** Everything that a page needs, with one statement. */
export const readPage = async (db: SandboxDb | SandboxTx, page: PageKey): Promise<PageRecords | undefined> => {
  // Ordered by an expression: ordered by the primary key, the planner would scan all transactions to find one.
  const { rows } = await sql<HandshakeRow & Omit<PageRecords, 'handshake'>>`
    select h.*,
      coalesce(
        (select t.result from sandbox_transactions t where t.terminal = ${page.terminal} and t.txn_index = h.used_by),
        (select t.result from sandbox_transactions t
          where t.terminal = ${page.terminal} and t.dc_disable = ${page.dcDisable ?? null} and t.response = '000'
            and t.created_at > ${page.since}
          order by t.txn_index + 0 limit 1)) as paid,
      (select t.response from sandbox_transactions t where t.thtk = h.thtk and t.response <> '000'
        order by t.txn_index + 0 desc limit 1) as declined
    from sandbox_handshakes h where h.thtk = ${page.thtk}`.execute(db)
  const [row] = rows
  if (!row) return undefined
  const { paid, declined, ...handshake } = row
  return { handshake, paid, declined }
}

/**
 * The handshake, locked until the transaction ends, so that two submits of one page, and two pages under one DCdisable, run one
 * after the other; and the number of the next charge.
 */
export const lockPage = async (
  tx: SandboxTx,
  { terminal, thtk, dcDisable }: Omit<PageKey, 'since'>,
): Promise<{ handshake: HandshakeRow; txnIndex: number } | undefined> => {
  // A page without DCdisable only waits for itself.
  const lockKey = `${terminal}/${dcDisable ?? thtk}`
  const { rows } = await sql<HandshakeRow & { next_index: number }>`
    with lock as materialized (select pg_advisory_xact_lock(hashtextextended(${lockKey}, 0)))
    select h.*, nextval(pg_get_serial_sequence('sandbox_transactions', 'txn_index'))::int as next_index
    from lock, sandbox_handshakes h where h.thtk = ${thtk}
    for update of h`.execute(tx)
  const [row] = rows
  if (!row) return undefined
  const { next_index: txnIndex, ...handshake } = row
  return { handshake, txnIndex }
}

/** Serializes charges under the same DCdisable. */
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
    // A literal, so that a generic plan can use the partial index of approvals.
    .where('response', '=', sql.lit('000'))
    .where('created_at', '>', since)
    .orderBy(sql`txn_index + 0`)
    .limit(1)
    .executeTakeFirst()

type NewTransaction = Omit<TransactionRow, 'txn_index' | 'result' | 'user_fields'> & {
  user_fields: Record<string, string>
}

export interface NewCharge {
  readonly row: TransactionRow
  /** Notifies of this charge go to this URL, this many seconds after it. */
  readonly notify: { readonly url: string; readonly body: string; readonly after: readonly number[] }
}

/**
 * Writes a charge, the use of its handshake and its notifies with one statement; the notifies that are due at once, leased to
 * the caller. Writes nothing and returns undefined when another page under the same DCdisable was paid since `since`. The
 * caller holds the locks.
 */
export const insertCharge = async (
  tx: SandboxTx,
  { row, notify }: NewCharge,
  since: Date,
): Promise<readonly DueNotify[] | undefined> => {
  const now = row.created_at
  const after = notify.after.map((seconds) => new Date(now.getTime() + seconds * 1000))
  const { rows } = await sql<{ due: readonly DueNotify[] }>`
    with charged as (
      insert into sandbox_transactions overriding system value
      select x.* from jsonb_populate_record(null::sandbox_transactions, ${JSON.stringify(row)}::jsonb) as x
      where x.dc_disable is null or not exists (
        select from sandbox_transactions t
        where t.terminal = ${row.terminal} and t.dc_disable = ${row.dc_disable} and t.response = '000'
          and t.created_at > ${since})
      returning txn_index, thtk, response
    ), used as (
      update sandbox_handshakes h set used_by = c.txn_index
      from charged c where h.thtk = c.thtk and c.response = '000'
    ), notifies as (
      insert into sandbox_notifies (txn_index, url, body, due_at, attempts, leased_until)
      select c.txn_index, ${notify.url}, ${notify.body}, n.due_at, (n.due_at <= ${now}::timestamptz)::int,
        case when n.due_at <= ${now}::timestamptz then ${new Date(now.getTime() + LEASE_MS)}::timestamptz end
      from charged c, unnest(${after}::timestamptz[]) as n (due_at)
      returning id, url, body, attempts
    )
    select (select coalesce(json_agg(json_build_object('id', id::text, 'url', url, 'body', body, 'attempts', attempts)), '[]')
      from notifies where attempts > 0) as due
    from charged`.execute(tx)
  return rows[0]?.due
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

export interface ReportQuery {
  readonly terminal: string
  readonly index?: number
  readonly from?: string
  readonly to?: string
  readonly userFields: Record<string, string>
  readonly page: number
  readonly perPage: number
}

/** A page of the terminal's transactions, oldest first, with their total number. */
export const reportRows = async (
  db: SandboxDb,
  query: ReportQuery,
): Promise<{ rows: TransactionRow[]; total: number }> => {
  let found = db.selectFrom('sandbox_transactions').where('terminal', '=', query.terminal)
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

/** A notify to send. */
export type DueNotify = Pick<NotifyRow, 'id' | 'url' | 'body' | 'attempts'>

const LEASE_MS = 30_000
const MAX_TRIES = 6

/** Leases due notifies to this process; after a crash they are due again when the lease expires. */
export const leaseNotifies = async (db: SandboxDb, now: Date): Promise<NotifyRow[]> => {
  const { rows } = await sql<NotifyRow>`
    update sandbox_notifies set attempts = attempts + 1, leased_until = ${new Date(now.getTime() + LEASE_MS)}
    where id in (
      select id from sandbox_notifies
      where delivered_at is null and due_at <= ${now} and attempts < ${MAX_TRIES}
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

/** Deletes old handshakes and notifies; transactions stay, since refunds refer to them. */
export const deleteOld = async (db: SandboxDb, now: Date): Promise<void> => {
  const dayAgo = new Date(now.getTime() - 86_400_000)
  await db.deleteFrom('sandbox_notifies').where('due_at', '<', dayAgo).execute()
  await db.deleteFrom('sandbox_readers').where('created_at', '<', dayAgo).execute()
  await db.deleteFrom('sandbox_handshakes').where('expires_at', '<', dayAgo).execute()
}
