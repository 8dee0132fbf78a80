import * as contract from '@kartis/contract/disputes.ts'
import { DISPUTE_STATES, isOpenDispute, producerAnswers } from '@kartis/domain/dispute.ts'
import { isRefusal, refuse } from '@kartis/domain/refusal.ts'
import { listRoutes } from '../../../platform/http/list-routes.ts'
import { offsetOf, pageOf, viewPage } from '../../../platform/http/listing.ts'
import { type App, route } from '../../../platform/http/route.ts'
import { listDisputes, readChargesOfOrder, readShownDispute } from './disputes-queries.ts'
import { moveDispute } from './move-dispute.ts'
import { noteReport } from './report-dispute.ts'
import { disputeColumns, viewCharge, viewDispute } from './view.ts'

/** The disputes of an account, and what its people say of them. */
export const disputeRoutes = (app: App): void => {
  listRoutes(
    app,
    { list: contract.listDisputes, exported: contract.exportDisputes },
    async ({ query, actor }, db) => {
      const { status, open, or } = query.filter ?? {}
      const { rows, total } = await listDisputes(db, {
        accountId: actor.account.id,
        states: DISPUTE_STATES.filter(
          (state) => (status ?? state) === state && (open === undefined || isOpenDispute(state) === open),
        ),
        or,
        limit: query.per_page,
        offset: offsetOf(query),
      })
      return viewPage(rows.map(viewDispute), total, query)
    },
    { title: (t) => t('disputes:title'), columns: disputeColumns },
  )

  route(app, contract.showDispute, async ({ params, actor, platform }) => {
    const row = await readShownDispute(platform.db, actor.account.id, params.uuid)
    return row ? { data: viewDispute(row) } : refuse('not_found')
  })

  route(app, contract.listDisputableCharges, async ({ query, actor, platform }) =>
    pageOf(
      (await readChargesOfOrder(platform.db, Number(query.order_number), actor.account.id)).map(viewCharge),
      query,
    ),
  )

  route(app, contract.reportDispute, async ({ body, actor, platform }) => {
    const id = await noteReport(platform, { accountId: actor.account.id, userId: actor.user.id }, body)
    if (isRefusal(id)) return id
    const row = await readShownDispute(platform.db, actor.account.id, id)
    return row ? { data: viewDispute(row) } : refuse('not_found')
  })

  route(app, contract.answerDispute, async ({ params, body, actor, platform }) => {
    const before = await readShownDispute(platform.db, actor.account.id, params.uuid)
    if (!before) return refuse('not_found')
    const { status: to, note } = body
    if (to !== undefined && !producerAnswers(before.status, before.held).includes(to))
      return refuse('conflict', { detail: { status: before.status } })
    const refused = await moveDispute(platform, before.id, { to, note, by: actor.user.id })
    if (refused?.problem === 'wrong_state') return refuse('conflict', { detail: { status: refused.state } })
    const after = refused ? undefined : await readShownDispute(platform.db, actor.account.id, params.uuid)
    return after ? { data: viewDispute(after) } : refuse('not_found')
  })
}
