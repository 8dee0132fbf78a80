import { sql } from 'kysely'
import type { Db } from '../../../platform/database/db.ts'
import type { Platform } from '../../../platform/platform.ts'
import { deleteFileRows, keepFiles, unsettledOrderFiles } from '../../people/attachments/index.ts'

/** Files of one run. */
const MAX_FILES = 1000

/** For so long an order that went to a gateway may still be paid late, and then needs its files. */
const LATE_PAYMENT_HOURS = 24

/** Which of the orders were paid, and which ended without: an order that went to a gateway only after a day. */
const fatesOf = async (db: Db, ids: readonly string[], now: Date): Promise<Map<string, 'paid' | 'nothing'>> => {
  const { rows } = await sql<{ id: string; paid: boolean }>`
    select o.id, o.paid_at is not null as paid from orders o
    where o.id = any(${[...ids]}::uuid[]) and (o.paid_at is not null or (
      o.closed_at is not null and (
        o.closed_at <= ${now}::timestamptz - make_interval(hours => ${LATE_PAYMENT_HOURS})
        or not exists (select from payments p where p.event_id = o.event_id and p.order_id = o.id))))`.execute(db)
  return new Map(rows.map(({ id, paid }) => [id, paid ? 'paid' : 'nothing']))
}

/**
 * Deletes the files of orders that came to nothing: given back or expired. The file goes before its row, so that a sweep
 * that is interrupted is completed by the next one.
 */
export const sweepOrderFiles = async ({ db, files, clock }: Platform): Promise<void> => {
  const found = await unsettledOrderFiles(db, MAX_FILES)
  if (found.length === 0) return
  const fates = await fatesOf(db, [...new Set(found.map((file) => file.owner_id))], clock())
  const paid = found.filter((file) => fates.get(file.owner_id) === 'paid')
  const dead = found.filter((file) => fates.get(file.owner_id) === 'nothing')
  if (paid.length > 0)
    await keepFiles(
      db,
      paid.map(({ id }) => id),
    )
  for (const { file_key } of dead) await files.delete(file_key)
  if (dead.length > 0)
    await deleteFileRows(
      db,
      dead.map(({ id }) => id),
    )
}
