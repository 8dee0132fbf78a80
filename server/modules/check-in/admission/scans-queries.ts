import type { Selectable } from 'kysely'
import type { Db, Tx } from '../../../platform/database/db.ts'
import type { ScansTable } from './tables.ts'

export type ScanRow = Selectable<ScansTable>

export type NewScan = Omit<ScanRow, 'received_at'>

/** A scan that was answered before, by its own uuid. */
export const readScan = (db: Db, eventId: string, id: string): Promise<ScanRow | undefined> =>
  db.selectFrom('scans').selectAll().where('event_id', '=', eventId).where('id', '=', id).executeTakeFirst()

/** Keeps a scan. False when another request with the same scan has been quicker. */
export const insertScan = async (db: Db | Tx, scan: NewScan): Promise<boolean> => {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('scans')
    .values(scan)
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirstOrThrow()
  return numInsertedOrUpdatedRows === 1n
}
