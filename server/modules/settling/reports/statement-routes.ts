import * as contract from '@kartis/contract/statements.ts'
import { isRefusal, type Refusal, refuse } from '@kartis/domain/refusal.ts'
import type { Lang } from '@kartis/i18n/lang.ts'
import { waiterOf } from '../../../platform/http/costly-calls.ts'
import { type App, route } from '../../../platform/http/route.ts'
import type { Platform } from '../../../platform/platform.ts'
import { accountById } from '../../people/accounts/index.ts'
import {
  readMeansSums,
  readPromised,
  readReasons,
  readStatement,
  readStatementLines,
  statementArrivals,
  statementCards,
} from '../payouts/index.ts'
import { pdfReply, type ReportRenderer, xlsxReply } from './file-replies.ts'
import { printedStatement, statementName, statementSheets, type StatementFile } from './statement-files.ts'

const fileOf = async (
  { reportDb, settings }: Platform,
  { accountId, id }: { readonly accountId: string; readonly id: string },
  lang: Lang,
  now: Date,
): Promise<StatementFile | Refusal> => {
  const statement = await readStatement(reportDb, accountId, id)
  if (!statement) return refuse('not_found')
  const [account, lines, arrivals, cards, means, promised, reasons] = await Promise.all([
    accountById(reportDb, accountId),
    readStatementLines(reportDb, id),
    statementArrivals(reportDb, statement, settings.settlement),
    statementCards(reportDb, statement),
    readMeansSums(reportDb, id),
    readPromised(reportDb, id),
    readReasons(reportDb, statement),
  ])
  return { account: account?.name ?? '', statement, lines, arrivals, cards, means, promised, reasons, lang, now }
}

/** Statements as files. */
export const statementRoutes = (app: App, renderer: ReportRenderer): void => {
  route(app, contract.statementXlsx, async ({ params, actor, lang, now, platform }) => {
    const file = await fileOf(platform, { accountId: actor.account.id, id: params.uuid }, lang, now)
    return isRefusal(file) ? file : xlsxReply(statementName(file), statementSheets(file))
  })

  route(app, contract.statementPdf, async ({ params, actor, lang, now, platform, reply }) => {
    const file = await fileOf(platform, { accountId: actor.account.id, id: params.uuid }, lang, now)
    return isRefusal(file)
      ? file
      : pdfReply(renderer, statementName(file), printedStatement(file), waiterOf({ actor, reply }))
  })
}
