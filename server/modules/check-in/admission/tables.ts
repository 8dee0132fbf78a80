import type { GeneratedStamp, Stamp } from '../../../platform/database/schema-columns.ts'

/**
 * Every act at the gate, written once by `admission`: a scan or an entry by number, admitted or refused, and the undoing
 * of an entry.
 */
export interface ScansTable {
  event_id: string
  id: string
  ticket_id: string | null
  verdict: 'admitted' | 'refused' | 'undone'
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
}

declare module '../../../platform/database/schema.ts' {
  interface Database {
    scans: ScansTable
  }
}
