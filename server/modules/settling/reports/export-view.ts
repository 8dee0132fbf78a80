import type { ReportExport } from '@kartis/contract/reports.ts'
import type { Platform } from '../../../platform/platform.ts'
import { signedLink } from '../../../platform/security/signed-link.ts'
import type { ExportRow } from './exports-queries.ts'

export const viewExport = (platform: Pick<Platform, 'keys'>, row: ExportRow, now: Date): ReportExport => ({
  uuid: row.id,
  format: row.format,
  period: { from: row.from_day, to: row.to_day },
  status: row.status,
  progress: row.progress,
  name: row.name,
  bytes: row.bytes,
  url:
    row.status === 'ready'
      ? signedLink(platform.keys, row.id, now, `/api/v1/producer/reports/exports/${row.id}/file`)
      : null,
  created_at: row.created_at.toISOString(),
  expires_at: row.expires_at.toISOString(),
})
