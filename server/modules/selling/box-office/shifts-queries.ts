import { type Selectable, sql } from 'kysely'
import type { Db, Tx } from '../../../platform/database/db.ts'
import { asJson, countAll, offsetOf, type PageOf } from '../../../platform/http/listing.ts'
import type { ShiftsTable, ShiftFigures } from './tables.ts'

export type ShiftRow = Selectable<ShiftsTable> & {
  readonly label: string
  readonly branch: string
  readonly opener: string | null
  readonly closer: string | null
}

const fullName = (user: 'o' | 'c') =>
  sql<string | null>`nullif(concat_ws(' ', ${sql.ref(`${user}.first_name`)}, ${sql.ref(`${user}.last_name`)}), '')`

const shiftRows = (db: Db | Tx) =>
  db
    .selectFrom('pos_shifts as s')
    .innerJoin('pos_devices as d', 'd.id', 's.device_id')
    .leftJoin('users as o', 'o.id', 's.opened_by')
    .leftJoin('users as c', 'c.id', 's.closed_by')
    .selectAll('s')
    .select(['d.label', 'd.branch', fullName('o').as('opener'), fullName('c').as('closer')])

export const readShift = (db: Db | Tx, accountId: string, id: string): Promise<ShiftRow | undefined> =>
  shiftRows(db).where('s.id', '=', id).where('s.account_id', '=', accountId).executeTakeFirst()

export const readOpenShift = (db: Db | Tx, deviceId: string): Promise<ShiftRow | undefined> =>
  shiftRows(db).where('s.device_id', '=', deviceId).where('s.closed_at', 'is', null).executeTakeFirst()

export interface ShiftsAsk extends PageOf {
  readonly deviceId?: string | undefined
  readonly state?: 'open' | 'closed' | undefined
}

export const listShiftRows = async (
  db: Db,
  accountId: string,
  ask: ShiftsAsk,
): Promise<{ rows: ShiftRow[]; total: number }> => {
  const narrow = sql<boolean>`s.account_id = ${accountId}
    and (${ask.deviceId ?? null}::uuid is null or s.device_id = ${ask.deviceId ?? null}::uuid)
    and (${ask.state ?? null}::text is null or (s.closed_at is null) = (${ask.state ?? null}::text = 'open'))`
  const rows = await shiftRows(db)
    .where(narrow)
    .orderBy('s.opened_at', 'desc')
    .orderBy('s.id', 'desc')
    .limit(ask.per_page)
    .offset(offsetOf(ask))
    .execute()
  const { n } = await db.selectFrom('pos_shifts as s').select(countAll.as('n')).where(narrow).executeTakeFirstOrThrow()
  return { rows, total: Number(n) }
}

/** The open shift of a till, kept open until the caller's transaction ends; sales do not wait for one another. */
export const keepShiftOpen = async (tx: Tx, deviceId: string): Promise<{ id: string } | undefined> =>
  tx
    .selectFrom('pos_shifts')
    .select('id')
    .where('device_id', '=', deviceId)
    .where('closed_at', 'is', null)
    .forShare()
    .executeTakeFirst()

/** Waits for the sales that are being written, and lets no new one begin. */
export const lockShift = async (tx: Tx, deviceId: string, id: string) =>
  tx
    .selectFrom('pos_shifts')
    .selectAll()
    .where('id', '=', id)
    .where('device_id', '=', deviceId)
    .forUpdate()
    .executeTakeFirst()

interface NewShift {
  readonly id: string
  readonly accountId: string
  readonly deviceId: string
  readonly openingCash: number
  readonly userId: string
  readonly now: Date
}

/** The next shift of a till; nothing when one is open. */
export const insertShift = async (tx: Tx, shift: NewShift): Promise<boolean> => {
  const { rows } = await sql`
    insert into pos_shifts (id, account_id, device_id, number, opening_cash, opened_by, opened_at)
    select ${shift.id}::uuid, ${shift.accountId}::uuid, ${shift.deviceId}::uuid,
           coalesce((select max(number) from pos_shifts where device_id = ${shift.deviceId}), 0) + 1,
           ${shift.openingCash}::int, ${shift.userId}::uuid, ${shift.now}::timestamptz
    on conflict (device_id) where closed_at is null do nothing
    returning 1`.execute(tx)
  return rows.length === 1
}

export const closeShiftRow = async (
  tx: Tx,
  id: string,
  end: { countedCash: number; userId: string; note: string; figures: ShiftFigures; now: Date },
): Promise<void> => {
  await tx
    .updateTable('pos_shifts')
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

/** Cards that are being read right now for sales of a shift. */
export const countWaiting = async (tx: Tx, shiftId: string, now: Date): Promise<number> => {
  const { n } = await tx
    .selectFrom('pos_sales as s')
    .innerJoin('orders as o', (join) => join.onRef('o.event_id', '=', 's.event_id').onRef('o.id', '=', 's.order_id'))
    .select(countAll.as('n'))
    .where('s.shift_id', '=', shiftId)
    .where('o.status', '=', 'pending_payment')
    .where('o.expires_at', '>', now)
    .executeTakeFirstOrThrow()
  return Number(n)
}
