import { buffer } from 'node:stream/consumers'
import { isRefusal } from '@kartis/domain/refusal.ts'
import { asLang, DEFAULT_LANG } from '@kartis/i18n/lang.ts'
import { XLSX } from '../../../platform/http/download.ts'
import type { Platform } from '../../../platform/platform.ts'
import type { Printer } from '../../../platform/export/pdf-renderer.ts'
import { accountById } from '../../people/accounts/index.ts'
import { claimExport, endExport, type ExportRow, setProgress } from './exports-queries.ts'
import { exportSheets } from './export-sheets.ts'
import { findPeriod } from './period.ts'
import { printedReport } from './pdf-content.ts'
import type { PrintedReport } from './pdf-report.ts'

/** A maker that is silent for so long has died. */
const LOST_MS = 10 * 60_000

export const contentTypeOf = (format: ExportRow['format']): string => (format === 'xlsx' ? XLSX : 'application/pdf')

type Step = (done: number) => Promise<void>

const bytesOf = async (platform: Platform, printer: Printer<PrintedReport>, row: ExportRow, step: Step) => {
  const { reportDb } = platform
  const lang = asLang(row.lang) ?? DEFAULT_LANG
  const account = await accountById(reportDb, row.account_id)
  // As at the asking: what is being made does not change under the hands of those who wait for it.
  const now = row.created_at
  const period = await findPeriod(reportDb, row.account_id, { from: row.from_day, to: row.to_day }, now)
  const ask = { accountId: row.account_id, account: account?.name ?? '', period, lang, now }
  if (row.format === 'xlsx') return new Uint8Array(await buffer(await exportSheets(reportDb, ask, step)))
  const sheet = await printedReport(reportDb, ask)
  await step(60)
  const pdf = await printer.print(sheet)
  if (isRefusal(pdf)) throw new Error('the printer has too much to do')
  return pdf
}

/**
 * Makes the file of an export, unless it is made or being made elsewhere. A fault ends it as failed: whoever wants it
 * presses again.
 */
export const makeExport = async (platform: Platform, printer: Printer<PrintedReport>, id: string): Promise<void> => {
  const now = platform.clock()
  const row = await claimExport(platform.db, id, now, new Date(now.getTime() - LOST_MS))
  if (!row) return
  const key = `reports/${row.account_id}/${row.id}.${row.format}`
  try {
    const bytes = await bytesOf(platform, printer, row, (done) => setProgress(platform.db, id, Math.min(99, done)))
    await platform.files.put(key, bytes, contentTypeOf(row.format))
    const end = { status: 'ready', file_key: key, bytes: bytes.byteLength, progress: 100 } as const
    await endExport(platform.db, id, end, platform.clock())
  } catch (error) {
    platform.log.error({ err: error, report_export: id }, 'a report could not be made')
    await endExport(platform.db, id, { status: 'failed' }, platform.clock())
  }
}
