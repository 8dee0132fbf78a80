import * as contract from '@kartis/contract/statements.ts'
import { refuse } from '@kartis/domain/refusal.ts'
import { listRoutes } from '../../../platform/http/list-routes.ts'
import { viewPage } from '../../../platform/http/listing.ts'
import { type App, route } from '../../../platform/http/route.ts'
import { balanceOf } from './balance.ts'
import { payoutColumns, statementColumns } from './list-columns.ts'
import { listPayouts, payoutsOfStatements, readListedPayout } from './payouts-queries.ts'
import { listStatements, readStatement, readStatementLines } from './statements-queries.ts'
import { viewLine, viewPayout, viewStatement } from './view.ts'

/** Balance, statements and payouts of a workspace. */
export const payoutRoutes = (app: App): void => {
  route(app, contract.showBalance, async ({ actor, now, platform }) => ({
    data: await balanceOf(platform, actor.account.id, now),
  }))

  listRoutes(
    app,
    { list: contract.listStatements, exported: contract.exportStatements },
    async ({ query, actor, platform: { reportDb } }) => {
      const { rows, total } = await listStatements(reportDb, actor.account.id, query)
      const payouts = await payoutsOfStatements(
        reportDb,
        rows.map(({ id }) => id),
      )
      return viewPage(
        rows.map((row) => viewStatement(row, payouts.get(row.id))),
        total,
        query,
      )
    },
    { title: (t) => t('statements:sheet.statements'), columns: statementColumns },
  )

  route(app, contract.showStatement, async ({ params, actor, platform: { reportDb } }) => {
    const row = await readStatement(reportDb, actor.account.id, params.uuid)
    if (!row) return refuse('not_found')
    const [lines, payouts] = await Promise.all([
      readStatementLines(reportDb, row.id),
      payoutsOfStatements(reportDb, [row.id]),
    ])
    return { data: { ...viewStatement(row, payouts.get(row.id)), lines: lines.map(viewLine) } }
  })

  listRoutes(
    app,
    { list: contract.listPayouts, exported: contract.exportPayouts },
    async ({ query, actor, platform: { reportDb } }) => {
      const page = { page: query.page, per_page: query.per_page, state: query.filter?.status }
      const { rows, total } = await listPayouts(reportDb, actor.account.id, page)
      return viewPage(rows.map(viewPayout), total, query)
    },
    { title: (t) => t('statements:sheet.payouts'), columns: payoutColumns },
  )

  route(app, contract.showPayout, async ({ params, actor, platform: { reportDb } }) => {
    const row = await readListedPayout(reportDb, actor.account.id, params.uuid)
    return row ? { data: viewPayout(row) } : refuse('not_found')
  })
}
