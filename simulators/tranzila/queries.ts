import { randomBytes } from 'node:crypto'
import { type Selectable, sql } from 'kysely'
import { type DueNotify, LEASE_MS, type NewNotify } from '../gateway/notifies.ts'
import type { SandboxTables } from '../gateway/tables.ts'
import type { SandboxDb, SandboxTx, TransactionRow } from '../gateway/transactions.ts'

export type HandshakeRow = Selectable<SandboxTables['sandbox_handshakes']>

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

export interface NewCharge {
  readonly row: TransactionRow
  /** Notifies of this charge go to this URL, this many seconds after it. */
  readonly notify: NewNotify
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
      insert into sandbox_notifies (txn_index, url, body, headers, due_at, attempts, leased_until)
      select c.txn_index, ${notify.url}, ${notify.body}, ${JSON.stringify(notify.headers)}::jsonb, n.due_at, (n.due_at <= ${now}::timestamptz)::int,
        case when n.due_at <= ${now}::timestamptz then ${new Date(now.getTime() + LEASE_MS)}::timestamptz end
      from charged c, unnest(${after}::timestamptz[]) as n (due_at)
      returning id, url, body, headers, attempts
    )
    select (select coalesce(json_agg(json_build_object('id', id::text, 'url', url, 'body', body, 'headers', headers,
      'attempts', attempts)), '[]')
      from notifies where attempts > 0) as due
    from charged`.execute(tx)
  return rows[0]?.due
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

/** Deletes handshakes and amounts at readers of before; transactions stay, since refunds refer to them. */
export const deleteOld = async (db: SandboxDb, dayAgo: Date): Promise<void> => {
  await db.deleteFrom('sandbox_readers').where('created_at', '<', dayAgo).execute()
  await db.deleteFrom('sandbox_handshakes').where('expires_at', '<', dayAgo).execute()
}
