import { buffer } from 'node:stream/consumers'
import { isRefusal, type Refusal } from '@kartis/domain/refusal.ts'
import type { Waiter, WorkerThread } from '../../../platform/concurrency/worker-thread.ts'
import { type Sheet, workbookStream } from '../../../platform/export/xlsx.ts'
import { type Download, download, XLSX } from '../../../platform/http/download.ts'
import type { PrintedReport } from './pdf-report.ts'

export type ReportRenderer = WorkerThread<PrintedReport, Uint8Array>

/** A small workbook as a reply; `name` is without its extension. */
export const xlsxReply = async (name: string, sheets: readonly Sheet[]): Promise<Download> =>
  download({ name: `${name}.xlsx`, type: XLSX }, await buffer(workbookStream(sheets)))

/** A report as the reply of a PDF; `name` is without its extension. Refused while too many are being rendered. */
export const pdfReply = async (
  renderer: ReportRenderer,
  name: string,
  report: PrintedReport,
  waiter: Waiter,
): Promise<Download | Refusal> => {
  const pdf = await renderer.run(report, waiter)
  return isRefusal(pdf) ? pdf : download({ name: `${name}.pdf`, type: 'application/pdf' }, pdf)
}
