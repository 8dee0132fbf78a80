import { sql } from 'kysely'
import type { Selectable } from 'kysely'
import type { SandboxTables } from './tables.ts'
import type { SandboxDb, SandboxTx } from './transactions.ts'

type NotifyRow = Selectable<SandboxTables['sandbox_notifies']>

/** Webhooks of a charge: sent to this URL, each so many seconds after it. */
export interface NewNotify {
  readonly url: string
  readonly body: string
  readonly headers: Readonly<Record<string, string>>
  readonly after: readonly number[]
}

/** A notify to send. */
export type DueNotify = Pick<NotifyRow, 'id' | 'url' | 'body' | 'headers' | 'attempts'>

export const LEASE_MS = 30_000
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

/** Deletes the notifies that were due before. */
export const deleteOldNotifies = async (db: SandboxDb, before: Date): Promise<void> => {
  await db.deleteFrom('sandbox_notifies').where('due_at', '<', before).execute()
}

/** Writes the webhooks of a charge; those that are due at once, leased to the caller. */
export const insertNotifies = async (
  tx: SandboxTx,
  txnIndex: number,
  { url, body, headers, after }: NewNotify,
  now: Date,
): Promise<readonly DueNotify[]> => {
  const due = after.map((seconds) => new Date(now.getTime() + seconds * 1000))
  const { rows } = await sql<DueNotify>`
    insert into sandbox_notifies (txn_index, url, body, headers, due_at, attempts, leased_until)
    select ${txnIndex}, ${url}, ${body}, ${JSON.stringify(headers)}::jsonb, n.due_at,
      (n.due_at <= ${now}::timestamptz)::int,
      case when n.due_at <= ${now}::timestamptz then ${new Date(now.getTime() + LEASE_MS)}::timestamptz end
    from unnest(${due}::timestamptz[]) as n (due_at)
    returning id, url, body, headers, attempts`.execute(tx)
  return rows.filter(({ attempts }) => attempts > 0)
}
