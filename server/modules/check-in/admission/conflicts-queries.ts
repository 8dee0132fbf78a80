import type { ConflictKind } from '@kartis/domain/scan-upload.ts'
import { sql } from 'kysely'
import type { Db, Tx } from '../../../platform/database/db.ts'
import { followConflicts } from '../../selling/ticketing/index.ts'
import { readScans } from './scans-queries.ts'

export interface NewConflict {
  readonly eventId: string
  /** The scan that came later to the server. */
  readonly scanId: string
  readonly ticketId: string | null
  readonly kind: ConflictKind
  /** Of the ticket, as the scan has met it. */
  readonly revision: number | null
  /** The entry that it meets, of a `double`. */
  readonly otherScanId?: string | null
  /** Which of the two stands; null where none does. */
  readonly winnerScanId?: string | null
}

/** Writes a conflict once; the same scan again changes nothing. The caller holds the lock of its ticket. */
export const insertConflict = async (db: Db | Tx, conflict: NewConflict, now: Date): Promise<void> => {
  await db
    .insertInto('check_in_conflicts')
    .values({
      event_id: conflict.eventId,
      scan_id: conflict.scanId,
      ticket_id: conflict.ticketId,
      kind: conflict.kind,
      ticket_revision: conflict.revision,
      other_scan_id: conflict.otherScanId ?? null,
      winner_scan_id: conflict.winnerScanId ?? null,
      reason: null,
      note: null,
      user_id: null,
      device_id: null,
      closed_by: null,
      created_at: now,
    })
    .onConflict((on) => on.columns(['event_id', 'scan_id']).doNothing())
    .execute()
  await followConflicts(db, conflict.eventId, conflict.ticketId === null ? [] : [conflict.ticketId])
}

/** An entry of a conflict. */
interface ConflictEntry {
  readonly scan_uuid: string
  readonly scanned_at: string
  readonly gate: string | null
  readonly device_id: string | null
}

export interface ConflictView {
  readonly kind: ConflictKind
  /** The entry of the ticket that stands now. */
  readonly winner: ConflictEntry | null
  /** The entry that it met. */
  readonly other: ConflictEntry | null
}

/** The conflicts of these scans, each with the entry of its ticket that stands now and the one that it met. */
export const readConflicts = async (
  db: Db,
  eventId: string,
  scanIds: readonly string[],
): Promise<Map<string, ConflictView>> => {
  if (scanIds.length === 0) return new Map()
  const conflicts = await sql<{
    scan_id: string
    kind: ConflictKind
    winner_id: string | null
    other_id: string | null
  }>`
    select c.scan_id, c.kind, t.redeemed_by as winner_id, c.other_scan_id as other_id
    from check_in_conflicts c
      left join tickets t on c.kind = 'double' and t.event_id = c.event_id and t.id = c.ticket_id
    where c.event_id = ${eventId} and c.scan_id = any(${[...scanIds]}::uuid[])`.execute(db)
  const ids = conflicts.rows.flatMap(({ winner_id, other_id }) => [winner_id ?? [], other_id ?? []].flat())
  const entries = new Map(
    (await readScans(db, eventId, ids)).map(({ id, scanned_at, gate, device_id }) => [
      id,
      { scan_uuid: id, scanned_at: scanned_at.toISOString(), gate, device_id },
    ]),
  )
  return new Map(
    conflicts.rows.map(({ scan_id, kind, winner_id, other_id }) => [
      scan_id,
      { kind, winner: entries.get(winner_id ?? '') ?? null, other: entries.get(other_id ?? '') ?? null },
    ]),
  )
}
