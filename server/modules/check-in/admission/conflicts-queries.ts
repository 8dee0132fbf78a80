import type { ConflictKind } from '@kartis/domain/scan-upload.ts'
import { sql } from 'kysely'
import type { Db, Tx } from '../../../platform/database/db.ts'

export interface NewConflict {
  readonly eventId: string
  /** The scan that came later to the server. */
  readonly scanId: string
  readonly ticketId: string | null
  readonly kind: ConflictKind
  /** The entry that it meets, of a `double`. */
  readonly otherScanId?: string | null
  /** Which of the two stands; null where none does. */
  readonly winnerScanId?: string | null
}

/** Writes a conflict once; the same scan again changes nothing. */
export const insertConflict = async (db: Db | Tx, conflict: NewConflict, now: Date): Promise<void> => {
  await db
    .insertInto('check_in_conflicts')
    .values({
      event_id: conflict.eventId,
      scan_id: conflict.scanId,
      ticket_id: conflict.ticketId,
      kind: conflict.kind,
      other_scan_id: conflict.otherScanId ?? null,
      winner_scan_id: conflict.winnerScanId ?? null,
      note: null,
      user_id: null,
      created_at: now,
    })
    .onConflict((on) => on.columns(['event_id', 'scan_id']).doNothing())
    .execute()
}

export interface ConflictView {
  readonly scan_id: string
  readonly kind: ConflictKind
  /** The entry of the ticket that stands now. */
  readonly winner: {
    readonly scan_uuid: string
    readonly scanned_at: string
    readonly gate: string | null
    readonly device_id: string | null
  } | null
}

/** The conflicts of these scans, each with the entry of its ticket that stands now. */
export const readConflicts = async (
  db: Db,
  eventId: string,
  scanIds: readonly string[],
): Promise<Map<string, ConflictView>> => {
  if (scanIds.length === 0) return new Map()
  const { rows } = await sql<{
    scan_id: string
    kind: ConflictKind
    winner_id: string | null
    scanned_at: Date | null
    gate: string | null
    device_id: string | null
  }>`
    select c.scan_id, c.kind, s.id as winner_id, s.scanned_at, s.gate, s.device_id
    from check_in_conflicts c
      left join tickets t on c.kind = 'double' and t.event_id = c.event_id and t.id = c.ticket_id
      left join scans s on s.event_id = c.event_id and s.id = t.redeemed_by
    where c.event_id = ${eventId} and c.scan_id = any(${[...scanIds]}::uuid[])`.execute(db)
  return new Map(
    rows.map(({ scan_id, kind, winner_id, scanned_at, gate, device_id }) => [
      scan_id,
      {
        scan_id,
        kind,
        winner:
          winner_id && scanned_at
            ? { scan_uuid: winner_id, scanned_at: scanned_at.toISOString(), gate, device_id }
            : null,
      },
    ]),
  )
}
