import * as contract from '@kartis/contract/reports.ts'
import { isRefusal, type Refusal, refuse } from '@kartis/domain/refusal.ts'
import type { Lang } from '@kartis/i18n/lang.ts'
import { waiterOf } from '../../../platform/http/costly-calls.ts'
import { type App, route } from '../../../platform/http/route.ts'
import type { Platform } from '../../../platform/platform.ts'
import { eventRow } from '../../catalogue/events/index.ts'
import { accountById } from '../../people/accounts/index.ts'
import { eventReport } from '../payouts/index.ts'
import { type EventFile, eventFileName, eventSheets, printedEvent } from './event-files.ts'
import { pdfReply, type ReportRenderer, xlsxReply } from './file-replies.ts'

const fileOf = async (
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
export const eventReportRoutes = (app: App, renderer: ReportRenderer): void => {
  route(app, contract.eventReportXlsx, async ({ params, actor, lang, now, platform }) => {
    const file = await fileOf(platform, { accountId: actor.account.id, id: params.uuid }, lang, now)
    return isRefusal(file) ? file : xlsxReply(eventFileName(file), eventSheets(file))
  })

  route(app, contract.eventReportPdf, async ({ params, actor, lang, now, platform, reply }) => {
    const file = await fileOf(platform, { accountId: actor.account.id, id: params.uuid }, lang, now)
    return isRefusal(file)
      ? file
      : pdfReply(renderer, eventFileName(file), printedEvent(file), waiterOf({ actor, reply }))
  })
}
