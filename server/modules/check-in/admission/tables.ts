import type { GeneratedStamp, Stamp } from '../../../platform/database/schema-columns.ts'

export interface ScansTable {
  event_id: string
  id: string
  ticket_id: string | null
  verdict: 'admitted' | 'refused'
  refusal: string | null
  code_hash: string | null
  device_id: string | null
  gate: string | null
  user_id: string | null
  scanned_at: Stamp
  received_at: GeneratedStamp
}

declare module '../../../platform/database/schema.ts' {
  interface Database {
    scans: ScansTable
  }
}
