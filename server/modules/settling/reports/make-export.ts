import { buffer } from 'node:stream/consumers'
import { isRefusal } from '@kartis/domain/refusal.ts'
import { asLang, DEFAULT_LANG } from '@kartis/i18n/lang.ts'
import { XLSX } from '../../../platform/http/download.ts'
import type { Platform } from '../../../platform/platform.ts'
import type { WorkerThread } from '../../../platform/concurrency/worker-thread.ts'
import { accountById } from '../../people/accounts/index.ts'
import { claimExport, endExport, type ExportRow, setProgress } from './exports-queries.ts'
import { exportSheets } from './export-sheets.ts'
import { findPeriod } from './period.ts'
import { printedReport } from './pdf-content.ts'
import type { PrintedReport } from './pdf-report.ts'

/** Milliseconds after which a running export counts as one whose process crashed. */
const LOST_MS = 10 * 60_000

export const contentTypeOf = (format: ExportRow['format']): string => (format === 'xlsx' ? XLSX : 'application/pdf')

type Step = (done: number) => Promise<void>

const bytesOf = async (
  platform: Platform,
  renderer: WorkerThread<PrintedReport, Uint8Array>,
  row: ExportRow,
  step: Step,
) => {
  const { reportDb, settings } = platform
  const { acquirerDays } = settings.settlement
  const lang = asLang(row.lang) ?? DEFAULT_LANG
  const account = await accountById(reportDb, row.account_id)
  // The state at the time of the request: a retry produces the same file.
  const now = row.created_at
  const period = await findPeriod(reportDb, row.account_id, { from: row.from_day, to: row.to_day }, now)
  const subject = { accountId: row.account_id, account: account?.name ?? '', period, lang, now, acquirerDays }
  if (row.format === 'xlsx') return new Uint8Array(await buffer(await exportSheets(reportDb, subject, step)))
  const report = await printedReport(reportDb, subject)
  await step(60)
  const pdf = await renderer.run(report, { holder: row.account_id })
  if (isRefusal(pdf)) throw new Error('the PDF renderer is overloaded')
  return pdf
}

/** Makes the file of an export, unless another process has made it or is making it. An error ends it as `failed`; the user may request it again. */
export const makeExport = async (
  platform: Platform,
  renderer: WorkerThread<PrintedReport, Uint8Array>,
  id: string,
): Promise<void> => {
  const now = platform.clock()
  const row = await claimExport(platform.db, id, now, new Date(now.getTime() - LOST_MS))
  if (!row) return
  const key = `reports/${row.account_id}/${row.id}.${row.format}`
  try {
    const bytes = await bytesOf(platform, renderer, row, (done) => setProgress(platform.db, id, Math.min(99, done)))
    await platform.files.put(key, bytes, contentTypeOf(row.format))
    const end = { status: 'ready', file_key: key, bytes: bytes.byteLength, progress: 100 } as const
    await endExport(platform.db, id, end, platform.clock())
  } catch (error) {
    platform.log.error({ err: error, report_export: id }, 'report export failed')
    await endExport(platform.db, id, { status: 'failed' }, platform.clock())
  }
}
