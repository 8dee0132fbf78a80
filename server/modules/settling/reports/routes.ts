import * as contract from '@kartis/contract/reports.ts'
import { isRefusal, refuse } from '@kartis/domain/refusal.ts'
import type { Platform } from '../../../platform/platform.ts'
import { download } from '../../../platform/http/download.ts'
import { offsetOf, viewPage } from '../../../platform/http/listing.ts'
import { type App, route } from '../../../platform/http/route.ts'
import { isSigned } from '../../../platform/security/signed-link.ts'
import { accountReport, reportEvents } from './account-report.ts'
import { eventReportRoutes } from './event-report-routes.ts'
import { EXPORT_JOB, requestExport } from './request-export.ts'
import { viewExport } from './export-view.ts'
import { dropExpired, exportById, listExports } from './exports-queries.ts'
import { contentTypeOf, makeExport } from './make-export.ts'
import { findPeriod } from './period.ts'
import { isEventsOrder } from './period-queries.ts'
import { createReportRenderer } from './report-renderer.ts'
import type { ReportTime } from './settlement.ts'
import { statementRoutes } from './statement-routes.ts'

const BATCH = 200

/** Deletes expired files. */
const deleteExpired = async (platform: Platform): Promise<void> => {
  for (let more = true; more;) {
    const keys = await dropExpired(platform.db, platform.clock(), BATCH)
    for (const key of keys) if (key) await platform.files.delete(key)
    more = keys.length === BATCH
  }
}

const timeOf = ({ settings }: Pick<Platform, 'settings'>, now: Date): ReportTime => ({
  now,
  acquirerDays: settings.settlement.acquirerDays,
})

const figureRoutes = (app: App): void => {
  route(app, contract.showReport, async ({ query, actor, now, platform }) => ({
    data: await accountReport(platform.reportDb, actor.account.id, query, timeOf(platform, now)),
  }))

  route(app, contract.listReportEvents, async ({ query, actor, now, platform }) => {
    const { account } = actor
    const period = await findPeriod(platform.reportDb, account.id, query, now)
    const order = query.sort && isEventsOrder(query.sort) ? query.sort : '-total_amount'
    const page = { order, limit: query.per_page, offset: offsetOf(query) }
    const { events, total } = await reportEvents(platform.reportDb, account.id, period, page, timeOf(platform, now))
    return viewPage(events, total, query)
  })
}

/** Reports over all events of an account, and their files. */
export const reportRoutes = (app: App, platform: Platform): void => {
  const renderer = createReportRenderer()
  app.addHook('onClose', () => renderer.close())
  platform.jobs.define<{ id: string }>(EXPORT_JOB, ({ id }) => makeExport(platform, renderer, id), { expire: 900 })
  platform.jobs.cron('reports.sweep', '41 3 * * *', () => deleteExpired(platform))

  figureRoutes(app)
  statementRoutes(app, renderer)
  eventReportRoutes(app, renderer)

  route(app, contract.createReportExport, async ({ body, actor, lang, now }) => {
    const { account, user } = actor
    const period = await findPeriod(platform.reportDb, account.id, body, now)
    const input = { accountId: account.id, userId: user.id, format: body.format, period, lang, now }
    const requested = await requestExport(platform, input)
    if (isRefusal(requested)) return requested
    if (requested.atOnce) await makeExport(platform, renderer, requested.row.id)
    const row = requested.atOnce ? await exportById(platform.db, requested.row.id) : requested.row
    return row ? { data: viewExport(platform, row, now) } : refuse('not_found')
  })

  route(app, contract.listReportExports, async ({ query, actor, now }) => {
    const page = { limit: query.per_page, offset: offsetOf(query) }
    const { rows, total } = await listExports(platform.db, actor.account.id, now, page)
    return viewPage(
      rows.map((row) => viewExport(platform, row, now)),
      total,
      query,
    )
  })

  route(app, contract.showReportExport, async ({ params, actor, now }) => {
    const row = await exportById(platform.db, params.uuid)
    return row?.account_id === actor.account.id ? { data: viewExport(platform, row, now) } : refuse('not_found')
  })

  route(app, contract.reportExportFile, async ({ params, query, now }) => {
    if (!isSigned(platform.keys, params.uuid, query, now)) return refuse('not_found')
    const row = await exportById(platform.db, params.uuid)
    const bytes = row?.file_key && row.expires_at > now ? await platform.files.get(row.file_key) : undefined
    if (!row || !bytes) return refuse('not_found')
    return download({ name: row.name, type: contentTypeOf(row.format) }, bytes)
  })
}
