import type { Generated } from 'kysely'
import type { Stamp, StampOrNull } from '../../../platform/database/schema-columns.ts'

export interface ReportExportsTable {
  id: string
  account_id: string
  format: 'xlsx' | 'pdf'
  lang: string
  from_day: string
  to_day: string
  status: Generated<'queued' | 'running' | 'ready' | 'failed'>
  progress: Generated<number>
  name: string
  file_key: string | null
  bytes: number | null
  created_by: string | null
  created_at: Stamp
  started_at: StampOrNull
  ended_at: StampOrNull
  expires_at: Stamp
}

declare module '../../../platform/database/schema.ts' {
  interface Database {
    report_exports: ReportExportsTable
  }
}
