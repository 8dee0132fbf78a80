import { REPORT } from '@kartis/domain/limits.ts'
import type { Period } from '@kartis/domain/period.ts'
import { type Refusal, refuse } from '@kartis/domain/refusal.ts'
import { dayText } from '@kartis/i18n/format.ts'
import type { Lang } from '@kartis/i18n/lang.ts'
import { translatorFor } from '@kartis/i18n/server.ts'
import type { Platform } from '../../../platform/platform.ts'
import { inTransaction } from '../../../platform/database/db.ts'
import { countWaiting, exportById, type ExportRow, insertExport, openExport } from './exports-queries.ts'
import { spanOf } from './period.ts'
import { countOrders } from './period-queries.ts'

export const EXPORT_JOB = 'reports.export'

export interface ExportRequest {
  readonly accountId: string
  readonly userId: string
  readonly format: 'xlsx' | 'pdf'
  readonly period: Period
  readonly lang: Lang
  readonly now: Date
}

const DAY_MS = 86_400_000
/** Milliseconds after which a job makes a file that the request should have made, in case its process crashed. */
const RESCUE_MS = 11 * 60_000

const fileName = ({ format, period, lang }: ExportRequest): string => {
  const noon = (day: string): string => dayText(`${day}T12:00:00Z`, lang, 'UTC')
  const days = period.from === period.to ? noon(period.from) : `${noon(period.from)} - ${noon(period.to)}`
  return `${translatorFor(lang)('reports:file')} ${days}.${format}`
}

export interface RequestedExport {
  readonly row: ExportRow
  /** Small enough, and no job makes it yet: the request makes it before it replies. */
  readonly atOnce: boolean
}

/** Records an export; a request for a file that is being made gets that one. Refusals: `too_many_requests`, `conflict`. */
export const requestExport = async (platform: Platform, request: ExportRequest): Promise<RequestedExport | Refusal> => {
  const { accountId, period, now } = request
  const orders = await countOrders(platform.reportDb, accountId, spanOf(period), REPORT.ordersAtOnce + 1)
  const atOnce = orders <= REPORT.ordersAtOnce
  const id = platform.newId()
  const input = {
    account_id: accountId,
    format: request.format,
    lang: request.lang,
    from_day: period.from,
    to_day: period.to,
  } as const
  return inTransaction(platform.db, async (tx) => {
    const open = await openExport(tx, input)
    if (open) return { row: open, atOnce: false }
    if ((await countWaiting(tx, accountId)) >= REPORT.waitingFiles)
      return refuse('too_many_requests', { detail: { retry_after: 30 } })
    const fresh = await insertExport(tx, {
      ...input,
      id,
      name: fileName(request),
      created_by: request.userId,
      created_at: now,
      expires_at: new Date(now.getTime() + REPORT.fileDays * DAY_MS),
    })
    if (fresh)
      await platform.jobs.enqueue(tx, EXPORT_JOB, { id }, atOnce ? { after: new Date(now.getTime() + RESCUE_MS) } : {})
    const row = fresh ? await exportById(tx, id) : await openExport(tx, input)
    // Undefined when a concurrent request's file was finished in between: a repeated request makes a new one.
    return row ? { row, atOnce: fresh && atOnce } : refuse('conflict')
  })
}
