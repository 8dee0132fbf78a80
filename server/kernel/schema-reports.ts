import type { Generated } from 'kysely'
import type { Stamp, StampOrNull } from './schema-columns.ts'

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

export interface ReportsTables {
  report_exports: ReportExportsTable
}
