import * as contract from '@kartis/contract/statements.ts'
import { refuse } from '@kartis/domain/refusal.ts'
import { listRoutes } from '../../../platform/http/list-routes.ts'
import { viewPage } from '../../../platform/http/listing.ts'
import { type App, route } from '../../../platform/http/route.ts'
import { listJournals, viewJournal } from '../ledger/index.ts'
import { balanceOf } from './balance.ts'
import { payoutColumns, statementColumns } from './list-columns.ts'
import { listPayouts, payoutsOfStatements, readListedPayout } from './payouts-queries.ts'
import { statementCards } from './statement-cards.ts'
import { readMeansSums, readPromised } from './statement-sums-queries.ts'
import {
  listStatements,
  readLineRange,
  readStatement,
  readStatementLines,
  statementArrivals,
} from './statements-queries.ts'
import {
  viewArrival,
  viewCards,
  viewLine,
  viewMeans,
  viewPayout,
  viewPromised,
  viewStatement,
  viewTotal,
} from './view.ts'

/** Balance, statements and payouts of a workspace. */
export const payoutRoutes = (app: App): void => {
  route(app, contract.showBalance, async ({ actor, now, platform }) => ({
    data: await balanceOf(platform, actor.account.id, now),
  }))

  listRoutes(
    app,
    { list: contract.listStatements, exported: contract.exportStatements },
    async ({ query, actor, platform: { reportDb } }) => {
      const { rows, total } = await listStatements(reportDb, actor.account.id, { ...query, or: query.filter?.or })
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

  route(app, contract.showStatement, async ({ params, actor, platform: { reportDb, settings } }) => {
    const row = await readStatement(reportDb, actor.account.id, params.uuid)
    if (!row) return refuse('not_found')
    const [lines, payouts, arrivals, cards, means, promised] = await Promise.all([
      readStatementLines(reportDb, row.id),
      payoutsOfStatements(reportDb, [row.id]),
      statementArrivals(reportDb, row, settings.settlement),
      statementCards(reportDb, row),
      readMeansSums(reportDb, row.id),
      readPromised(reportDb, row.id),
    ])
    return {
      data: {
        ...viewStatement(row, payouts.get(row.id)),
        lines: lines.map(viewLine),
        arrivals: arrivals.map(viewArrival),
        cards: cards.map(viewCards),
        by_means: means.map(viewMeans),
        promised_refunds: promised.map(viewPromised),
      },
    }
  })

  route(app, contract.listStatementLineJournals, async ({ params, query, actor, platform: { reportDb } }) => {
    const { uuid: statementId, position } = params
    const range = await readLineRange(reportDb, actor.account.id, { statementId, position })
    if (!range) return refuse('not_found')
    const none = { eventId: undefined, kind: undefined, from: undefined, until: undefined, or: undefined }
    const { rows, total } = await listJournals(reportDb, actor.account.id, { ...query, ...none, range })
    return viewPage(rows.map(viewJournal), total, query)
  })

  listRoutes(
    app,
    { list: contract.listPayouts, exported: contract.exportPayouts },
    async ({ query, actor, platform: { reportDb, settings } }) => {
      const { status: state, or } = query.filter ?? {}
      const page = { page: query.page, per_page: query.per_page, state, or }
      const { rows, total, totals } = await listPayouts(reportDb, actor.account.id, page)
      const found = viewPage(
        rows.map((row) => viewPayout(row, settings.settlement.acquirerDays)),
        total,
        query,
      )
      return { ...found, totals: totals.map(viewTotal) }
    },
    { title: (t) => t('statements:sheet.payouts'), columns: payoutColumns },
  )

  route(app, contract.showPayout, async ({ params, actor, platform: { reportDb, settings } }) => {
    const row = await readListedPayout(reportDb, actor.account.id, params.uuid)
    return row ? { data: viewPayout(row, settings.settlement.acquirerDays) } : refuse('not_found')
  })
}
