import type { GateDirection } from '@kartis/domain/re-entry.ts'
import type { ConflictReason, ConflictState } from '@kartis/domain/gate-conflict.ts'
import type { ClockFlag, ConflictKind, DeviceRole, ScanMode } from '@kartis/domain/scan-upload.ts'
import type { Generated } from 'kysely'
import type { GeneratedStamp, JsonOrNull, Stamp, StampOrNull } from '../../../platform/database/schema-columns.ts'

/**
 * Every act at the gate, written once by `admission`: a scan or an entry by number, admitted or refused, and the undoing
 * of an entry.
 */
export interface ScansTable {
  event_id: string
  id: string
  ticket_id: string | null
  /** `conflict`: an entry that a device made by itself and that another one, or a cancellation, had come before. */
  /** Whether somebody comes or goes. */
  direction: Generated<GateDirection>
  verdict: 'admitted' | 'refused' | 'undone' | 'conflict'
  /** Error code of the API; null when admitted. */
  refusal: string | null
  code_hash: string | null
  /** Why a ticket entered without a scanned code, or why its entry was undone. */
  reason: string | null
  /** What the person added to the reason. */
  note: string | null
  /** The scan that is undone. */
  undoes: string | null
  /** As the scanning device names itself. */
  device_id: string | null
  gate: string | null
  user_id: string | null
  /** By the clock of the device, never in the future. */
  scanned_at: Stamp
  received_at: GeneratedStamp
  /** What the device says of a scan that it decided by itself. */
  origin: JsonOrNull<ScanOrigin>
}

/** A scan as the device made it. */
export interface ScanOrigin {
  /** The place in the device's own sequence. */
  readonly seq: number
  readonly mode: ScanMode
  readonly role: DeviceRole
  /** By the clock of the device. */
  readonly at: string
  readonly clock?: ClockFlag
  /** A lead let it in although it was another lane's. */
  readonly override?: true
  /** What its sender said of itself and is not: a role, the name of another device, a lead's override. */
  readonly claimed?: { readonly role?: DeviceRole; readonly device?: string; readonly override?: true } | undefined
}

/** Entries that a device made by itself and that do not fit what the server knows. */
export interface CheckInConflictsTable {
  event_id: string
  /** The scan that came later to the server. */
  scan_id: string
  ticket_id: string | null
  kind: ConflictKind
  /** Of its ticket, when the scan came; null without a ticket, and of conflicts that are older than this column. */
  ticket_revision: number | null
  /** The entry that it met. */
  other_scan_id: string | null
  /** Which of the two stood when it came. */
  winner_scan_id: string | null
  state: Generated<ConflictState>
  /** What somebody said of it; null while it is open, and where it was explained before there were reasons. */
  reason: ConflictReason | null
  note: string | null
  /** Who explained it: a member, or a device at the gate; neither where the server did. */
  user_id: string | null
  device_id: string | null
  created_at: Stamp
  explained_at: StampOrNull
  closed_at: StampOrNull
  closed_by: string | null
}

declare module '../../../platform/database/schema.ts' {
  interface Database {
    scans: ScansTable
    check_in_conflicts: CheckInConflictsTable
  }
}
