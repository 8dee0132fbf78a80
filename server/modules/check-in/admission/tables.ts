import type { GeneratedStamp, Stamp } from '../../../platform/database/schema-columns.ts'

/** Every scan of a code at check-in, admitted or refused; written once, by `admission`. */
export interface ScansTable {
  event_id: string
  id: string
  ticket_id: string | null
  verdict: 'admitted' | 'refused'
  /** Error code of the API; null when admitted. */
  refusal: string | null
  code_hash: string | null
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
