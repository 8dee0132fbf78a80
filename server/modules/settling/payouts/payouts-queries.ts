import { EVENT } from '@kartis/domain/limits.ts'
import { type Selectable, sql } from 'kysely'
import type { Db, Tx } from '../../../platform/database/db.ts'
import type { PayoutsTable } from './tables.ts'

export type PayoutRow = Selectable<PayoutsTable>

export const payoutOf = (db: Db | Tx, eventId: string): Promise<PayoutRow | undefined> =>
  db.selectFrom('payouts').selectAll().where('event_id', '=', eventId).executeTakeFirst()

/** When the payout of an event becomes due: some hours after its end. */
export const payoutDueAt = (endsAt: Date): Date => new Date(endsAt.getTime() + EVENT.summaryHoursAfterEnd * 3_600_000)

export interface DueEvent {
  readonly id: string
  readonly account_id: string
}

/** Events with a due payout that was not made, oldest first; only events that ever issued a ticket. */
export const readDueEvents = async (db: Db, now: Date, accountId: string | undefined): Promise<DueEvent[]> => {
  const { rows } = await sql<DueEvent>`
    select e.id, e.account_id from events e
    where e.ends_at < ${new Date(now.getTime() - EVENT.summaryHoursAfterEnd * 3_600_000)}
      and (${accountId ?? null}::uuid is null or e.account_id = ${accountId ?? null}::uuid)
      and not exists (select from payouts p where p.event_id = e.id)
      and exists (select from tickets t where t.event_id = e.id)
    order by e.ends_at, e.id`.execute(db)
  return rows
}

/** Inserts payouts with one statement. False when one of the events was paid out already: the caller must roll back. */
export const insertPayouts = async (tx: Tx, rows: readonly Selectable<PayoutsTable>[]): Promise<boolean> => {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('payouts')
    .values([...rows])
    .onConflict((conflict) => conflict.column('event_id').doNothing())
    .executeTakeFirstOrThrow()
  return Number(numInsertedOrUpdatedRows) === rows.length
}
