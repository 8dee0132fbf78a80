import type { Named } from '@kartis/domain/person-name.ts'
import { REFUND_RUN_MOVES, type RefundRunState } from '@kartis/domain/refund-run.ts'
import type { Insertable, Selectable } from 'kysely'
import type { Db, Tx } from '../../../platform/database/db.ts'
import { personOf } from '../../../platform/database/person-of.ts'
import { containing, countAll, offsetOf, type PageOf } from '../../../platform/http/listing.ts'
import type { RefundRunsTable } from './tables.ts'

export type RunRow = Selectable<RefundRunsTable>

export const insertRun = async (tx: Tx, run: Insertable<RefundRunsTable>): Promise<RunRow> =>
  tx.insertInto('refund_runs').values(run).returningAll().executeTakeFirstOrThrow()

export const readRun = (db: Db | Tx, id: string): Promise<RunRow | undefined> =>
  db.selectFrom('refund_runs').selectAll().where('id', '=', id).executeTakeFirst()

/**
 * Locks a run. The lock orders what happens to it: `share` for refunds of single orders and choices of buyers, which may run
 * side by side, `update` for everything else. It is taken before the locks of items and orders.
 */
export const lockRun = (
  tx: Tx,
  { eventId, runId }: { readonly eventId: string; readonly runId: string },
  mode: 'share' | 'update' = 'update',
): Promise<RunRow | undefined> => {
  const run = tx.selectFrom('refund_runs').selectAll().where('event_id', '=', eventId).where('id', '=', runId)
  return (mode === 'share' ? run.forShare() : run.forUpdate()).executeTakeFirst()
}

export type RunChange = Partial<Pick<RunRow, 'approved_by' | 'approved_at' | 'pause_reason' | 'finished_at'>>

/** The caller holds the run's lock. Throws when the state table does not allow the move. */
export const moveRun = async (tx: Tx, run: RunRow, to: RefundRunState, change: RunChange = {}): Promise<RunRow> => {
  if (!REFUND_RUN_MOVES[run.state].includes(to)) throw new Error(`a refund run cannot go from ${run.state} to ${to}`)
  return tx
    .updateTable('refund_runs')
    .set({ ...change, state: to })
    .where('event_id', '=', run.event_id)
    .where('id', '=', run.id)
    .returningAll()
    .executeTakeFirstOrThrow()
}

/** Removes the preview of an event that nobody approved, with its orders. */
export const deletePreview = async (tx: Tx, eventId: string): Promise<void> => {
  const gone = await tx
    .deleteFrom('refund_runs')
    .where('event_id', '=', eventId)
    .where('state', 'in', ['draft', 'previewed'])
    .returning('id')
    .execute()
  for (const { id } of gone)
    await tx.deleteFrom('refund_run_items').where('event_id', '=', eventId).where('run_id', '=', id).execute()
}

/** The run of an event that is under way; at most one. */
export const readActiveRun = (db: Db | Tx, eventId: string): Promise<RunRow | undefined> =>
  db
    .selectFrom('refund_runs')
    .selectAll()
    .where('event_id', '=', eventId)
    .where('state', 'in', ['approved', 'running', 'paused'])
    .executeTakeFirst()

/** Runs that have work to do, of all events. */
export const readRunsUnderWay = (db: Db): Promise<Pick<RunRow, 'event_id' | 'id'>[]> =>
  db
    .selectFrom('refund_runs')
    .select(['event_id', 'id'])
    .where('state', 'in', ['approved', 'running', 'paused'])
    .orderBy('event_id')
    .execute()

export interface ShownRun extends RunRow {
  readonly event_name: string
  readonly preparer: Named
  readonly approver: Named
}

const shown = (db: Db | Tx) =>
  db
    .selectFrom('refund_runs as r')
    .innerJoin('events as e', 'e.id', 'r.event_id')
    .leftJoin('users as p', 'p.id', 'r.prepared_by')
    .leftJoin('users as a', 'a.id', 'r.approved_by')
    .selectAll('r')
    .select(['e.name as event_name', personOf('p').as('preparer'), personOf('a').as('approver')])

/** Undefined where the account has no such run. */
export const readShownRun = (db: Db | Tx, accountId: string, id: string): Promise<ShownRun | undefined> =>
  shown(db).where('r.id', '=', id).where('r.account_id', '=', accountId).executeTakeFirst()

/** Runs of an event, the newest first. */
export const listRuns = async (db: Db, eventId: string, page: PageOf): Promise<{ rows: ShownRun[]; total: number }> => {
  const rows = await shown(db)
    .where('r.event_id', '=', eventId)
    .orderBy('r.created_at', 'desc')
    .orderBy('r.id', 'desc')
    .limit(page.per_page)
    .offset(offsetOf(page))
    .execute()
  const { n } = await db
    .selectFrom('refund_runs')
    .where('event_id', '=', eventId)
    .select(countAll.as('n'))
    .executeTakeFirstOrThrow()
  return { rows, total: Number(n) }
}

export interface AccountRunsQuery extends PageOf {
  readonly state: RefundRunState | undefined
  /** A part of the event's name. */
  readonly name: string | undefined
}

/** Runs of all events of an account, the newest first. */
export const listAccountRuns = async (
  db: Db,
  accountId: string,
  { state, name, ...page }: AccountRunsQuery,
): Promise<{ rows: ShownRun[]; total: number }> => {
  const found = shown(db)
    .where('r.account_id', '=', accountId)
    .$if(state !== undefined, (query) => query.where('r.state', '=', state ?? 'running'))
    .$if(name !== undefined && name.trim() !== '', (query) =>
      query.where('e.name', 'ilike', containing(name?.trim() ?? '')),
    )
  const rows = await found
    .orderBy('r.created_at', 'desc')
    .orderBy('r.id', 'desc')
    .limit(page.per_page)
    .offset(offsetOf(page))
    .execute()
  const { n } = await found.clearSelect().select(countAll.as('n')).executeTakeFirstOrThrow()
  return { rows, total: Number(n) }
}
