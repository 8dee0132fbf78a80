import { type RawBuilder, type Selectable, sql } from 'kysely'
import type { Db, Tx } from '../../../platform/database/db.ts'
import { insertEventsFrom } from '../../../platform/domain-events/events-queries.ts'
import { asJson } from '../../../platform/http/listing.ts'
import type { ScanOrigin, ScansTable } from './tables.ts'

export type ScanRow = Selectable<ScansTable>

/** A scan before it is decided; `undoes` is set by undoing alone. */
export type NewScan = Omit<ScanRow, 'received_at' | 'origin'> & { readonly origin: ScanOrigin | null }

/** A scan that was answered before, by the uuid that its device gave it. */
export const readScan = (db: Db, eventId: string, id: string): Promise<ScanRow | undefined> =>
  db.selectFrom('scans').selectAll().where('event_id', '=', eventId).where('id', '=', id).executeTakeFirst()

/** The event of a scan: data without the person who scanned, who can be found in the scan's row. */
const scanEvents = (accountId: string, scans: RawBuilder<unknown>): RawBuilder<unknown> =>
  insertEventsFrom(sql`
    select 'scan.recorded', scanned_at, ${accountId}::uuid, event_id, id,
      jsonb_build_object('ticket', ticket_id, 'verdict', verdict, 'refusal', refusal)
        || case when direction = 'exit' then '{"direction": "exit"}'::jsonb else '{}'::jsonb end
    from ${scans}`)

/** Saves a scan and its event. False when another request with the same scan uuid was first. */
export const insertScan = async (db: Db | Tx, accountId: string, scan: NewScan): Promise<boolean> => {
  const { rows } = await sql<{ id: string }>`
    with scanned as (
      insert into scans (event_id, id, ticket_id, direction, verdict, refusal, code_hash, reason, note, undoes, device_id,
        gate, user_id, scanned_at, origin)
      values (${scan.event_id}, ${scan.id}, ${scan.ticket_id}, ${scan.direction}, ${scan.verdict}, ${scan.refusal}, ${scan.code_hash},
        ${scan.reason}, ${scan.note}, ${scan.undoes}, ${scan.device_id}, ${scan.gate}, ${scan.user_id}, ${scan.scanned_at},
        ${scan.origin && asJson(scan.origin)}::jsonb)
      on conflict do nothing returning *
    ), logged as (${scanEvents(accountId, sql`scanned`)})
    select id from scanned`.execute(db)
  return rows.length === 1
}

/** The WITH queries that insert admitted scans and their events, as parts of the statement that redeems their tickets. */
export const insertAdmitted =
  (eventId: string, accountId: string) =>
  (entered: RawBuilder<unknown>): RawBuilder<unknown> =>
    sql`scanned as (
    insert into scans (event_id, id, ticket_id, verdict, code_hash, reason, note, device_id, gate, user_id, scanned_at, origin)
    select ${eventId}::uuid, id, ticket_id, 'admitted', code_hash, reason, note, device_id, gate, user_id, at, origin
    from ${entered}
    returning *
  ), logged as (${scanEvents(accountId, sql`scanned`)})`

/** Those of these scans that are known already. */
export const readScans = async (db: Db, eventId: string, ids: readonly string[]): Promise<ScanRow[]> => {
  if (ids.length === 0) return []
  return db
    .selectFrom('scans')
    .selectAll()
    .where('event_id', '=', eventId)
    .where(sql<boolean>`id = any(${[...ids]}::uuid[])`)
    .execute()
}
