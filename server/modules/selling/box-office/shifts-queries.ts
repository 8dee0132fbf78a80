import type { Named } from '@kartis/domain/person-name.ts'
import { type Selectable, sql } from 'kysely'
import type { Db, Tx } from '../../../platform/database/db.ts'
import { personOf } from '../../../platform/database/person-of.ts'
import { asJson, countAll, offsetOf, type PageOf } from '../../../platform/http/listing.ts'
import type { ShiftsTable, ShiftFigures } from './tables.ts'

export type ShiftRow = Selectable<ShiftsTable> & {
  readonly label: string
  readonly branch: string
  readonly opener: Named
  readonly closer: Named
}

const shiftRows = (db: Db | Tx) =>
  db
    .selectFrom('register_shifts as s')
    .innerJoin('registers as d', 'd.id', 's.register_id')
    .leftJoin('users as o', 'o.id', 's.opened_by')
    .leftJoin('users as c', 'c.id', 's.closed_by')
    .selectAll('s')
    .select(['d.label', 'd.branch', personOf('o').as('opener'), personOf('c').as('closer')])

export const readShift = (db: Db | Tx, accountId: string, id: string): Promise<ShiftRow | undefined> =>
  shiftRows(db).where('s.id', '=', id).where('s.account_id', '=', accountId).executeTakeFirst()

export const readOpenShift = (db: Db | Tx, registerId: string): Promise<ShiftRow | undefined> =>
  shiftRows(db).where('s.register_id', '=', registerId).where('s.closed_at', 'is', null).executeTakeFirst()

export interface ShiftsQuery extends PageOf {
  readonly registerId?: string | undefined
  readonly state?: 'open' | 'closed' | undefined
}

export const listShiftRows = async (
  db: Db,
  accountId: string,
  query: ShiftsQuery,
): Promise<{ rows: ShiftRow[]; total: number }> => {
  const condition = sql<boolean>`s.account_id = ${accountId}
    and (${query.registerId ?? null}::uuid is null or s.register_id = ${query.registerId ?? null}::uuid)
    and (${query.state ?? null}::text is null or (s.closed_at is null) = (${query.state ?? null}::text = 'open'))`
  const rows = await shiftRows(db)
    .where(condition)
    .orderBy('s.opened_at', 'desc')
    .orderBy('s.id', 'desc')
    .limit(query.per_page)
    .offset(offsetOf(query))
    .execute()
  const { n } = await db
    .selectFrom('register_shifts as s')
    .select(countAll.as('n'))
    .where(condition)
    .executeTakeFirstOrThrow()
  return { rows, total: Number(n) }
}

/** The open shift of a register, locked open until the caller's transaction ends. A shared lock: sales do not wait for one another. */
export const lockOpenShift = async (tx: Tx, registerId: string): Promise<{ id: string } | undefined> =>
  tx
    .selectFrom('register_shifts')
    .select('id')
    .where('register_id', '=', registerId)
    .where('closed_at', 'is', null)
    .forShare()
    .executeTakeFirst()

/** Locks a shift: waits for sales in progress and blocks new ones. */
export const lockShift = async (tx: Tx, registerId: string, id: string) =>
  tx
    .selectFrom('register_shifts')
    .selectAll()
    .where('id', '=', id)
    .where('register_id', '=', registerId)
    .forUpdate()
    .executeTakeFirst()

interface NewShift {
  readonly id: string
  readonly accountId: string
  readonly registerId: string
  readonly openingCash: number
  readonly userId: string
  readonly now: Date
}

/** Inserts the next shift of a register; false when one is open. */
export const insertShift = async (tx: Tx, shift: NewShift): Promise<boolean> => {
  const { rows } = await sql`
    insert into register_shifts (id, account_id, register_id, number, opening_cash, opened_by, opened_at)
    select ${shift.id}::uuid, ${shift.accountId}::uuid, ${shift.registerId}::uuid,
           coalesce((select max(number) from register_shifts where register_id = ${shift.registerId}), 0) + 1,
           ${shift.openingCash}::int, ${shift.userId}::uuid, ${shift.now}::timestamptz
    on conflict (register_id) where closed_at is null do nothing
    returning 1`.execute(tx)
  return rows.length === 1
}

export const closeShiftRow = async (
  tx: Tx,
  id: string,
  end: { countedCash: number; userId: string; note: string; figures: ShiftFigures; now: Date },
): Promise<void> => {
  await tx
    .updateTable('register_shifts')
    .set({
      counted_cash: end.countedCash,
      closed_by: end.userId,
      closed_at: end.now,
      note: end.note,
      report: asJson(end.figures),
    })
    .where('id', '=', id)
    .execute()
}

/** Number of cards being read for sales of a shift. */
export const countWaiting = async (tx: Tx, shiftId: string, now: Date): Promise<number> => {
  const { n } = await tx
    .selectFrom('box_office_sales as s')
    .innerJoin('orders as o', (join) => join.onRef('o.event_id', '=', 's.event_id').onRef('o.id', '=', 's.order_id'))
    .select(countAll.as('n'))
    .where('s.shift_id', '=', shiftId)
    .where('o.status', '=', 'pending_payment')
    .where('o.expires_at', '>', now)
    .executeTakeFirstOrThrow()
  return Number(n)
}
