import { buffer } from 'node:stream/consumers'
import * as reports from '@kartis/contract/reports.ts'
import * as contract from '@kartis/contract/statements.ts'
import { isRefusal, type Refusal, refuse } from '@kartis/domain/refusal.ts'
import type { Lang } from '@kartis/i18n/lang.ts'
import type { WorkerThread } from '../../../platform/concurrency/worker-thread.ts'
import { workbookStream } from '../../../platform/export/xlsx.ts'
import { download, XLSX } from '../../../platform/http/download.ts'
import { type App, route } from '../../../platform/http/route.ts'
import type { Platform } from '../../../platform/platform.ts'
import { accountById } from '../../people/accounts/index.ts'
import { eventRow } from '../../catalogue/events/index.ts'
import { eventReport, readStatement, readStatementLines } from '../payouts/index.ts'
import { type EventFile, eventFileName, eventSheets, printedEvent } from './event-files.ts'
import type { PrintedReport } from './pdf-report.ts'
import { printedStatement, statementName, statementSheet, type StatementFile } from './statement-files.ts'

const fileOf = async (
  { reportDb }: Platform,
  { accountId, id }: { readonly accountId: string; readonly id: string },
  lang: Lang,
  now: Date,
): Promise<StatementFile | Refusal> => {
  const statement = await readStatement(reportDb, accountId, id)
  if (!statement) return refuse('not_found')
  const [account, lines] = await Promise.all([accountById(reportDb, accountId), readStatementLines(reportDb, id)])
  return { account: account?.name ?? '', statement, lines, lang, now }
}

const eventFileOf = async (
  platform: Platform,
  { accountId, id }: { readonly accountId: string; readonly id: string },
  lang: Lang,
  now: Date,
): Promise<EventFile | Refusal> => {
  const event = await eventRow(platform.reportDb, accountId, id)
  if (!event) return refuse('not_found')
  const [account, report] = await Promise.all([
    accountById(platform.reportDb, accountId),
    eventReport(platform, event, now),
  ])
  return { account: account?.name ?? '', event, report, lang }
}

/** The payout reports of events as files. */
export const eventReportRoutes = (app: App, renderer: WorkerThread<PrintedReport, Uint8Array>): void => {
  route(app, reports.eventReportXlsx, async ({ params, actor, lang, now, platform }) => {
    const file = await eventFileOf(platform, { accountId: actor.account.id, id: params.uuid }, lang, now)
    if (isRefusal(file)) return file
    return download(
      { name: `${eventFileName(file)}.xlsx`, type: XLSX },
      await buffer(workbookStream(eventSheets(file))),
    )
  })

  route(app, reports.eventReportPdf, async ({ params, actor, lang, now, platform }) => {
    const file = await eventFileOf(platform, { accountId: actor.account.id, id: params.uuid }, lang, now)
    if (isRefusal(file)) return file
    const pdf = await renderer.run(printedEvent(file))
    if (isRefusal(pdf)) return pdf
    return download({ name: `${eventFileName(file)}.pdf`, type: 'application/pdf' }, pdf)
  })
}

/** Statements as files. */
export const statementRoutes = (app: App, renderer: WorkerThread<PrintedReport, Uint8Array>): void => {
  route(app, contract.statementXlsx, async ({ params, actor, lang, now, platform }) => {
    const file = await fileOf(platform, { accountId: actor.account.id, id: params.uuid }, lang, now)
    if (isRefusal(file)) return file
    const bytes = await buffer(workbookStream([statementSheet(file)]))
    return download({ name: `${statementName(file)}.xlsx`, type: XLSX }, bytes)
  })

  route(app, contract.statementPdf, async ({ params, actor, lang, now, platform }) => {
    const file = await fileOf(platform, { accountId: actor.account.id, id: params.uuid }, lang, now)
    if (isRefusal(file)) return file
    const pdf = await renderer.run(printedStatement(file))
    if (isRefusal(pdf)) return pdf
    return download({ name: `${statementName(file)}.pdf`, type: 'application/pdf' }, pdf)
  })
}
