import * as contract from '@kartis/contract/refund-runs.ts'
import { isAllowed } from '@kartis/domain/permissions.ts'
import { isRefusal, type Refusal, refuse } from '@kartis/domain/refusal.ts'
import type { AccountActor, UserActor } from '../../../platform/http/authorization.ts'
import { viewPage } from '../../../platform/http/listing.ts'
import { listRoutes } from '../../../platform/http/list-routes.ts'
import { type App, route } from '../../../platform/http/route.ts'
import type { Platform } from '../../../platform/platform.ts'
import { eventRow } from '../../catalogue/events/index.ts'
import { approveRun } from './approve-run.ts'
import { itemColumns, viewItem } from './item-view.ts'
import { listItems } from './items-queries.ts'
import { pauseRun, resumeRun } from './pause-run.ts'
import { payoutsAfterRuns } from './payouts-after.ts'
import { previewRun } from './plan-run.ts'
import { runColumns } from './run-columns.ts'
import { viewRuns } from './run-view.ts'
import { settleByHand } from './settle-by-hand.ts'
import { listAccountRuns, listRuns, readShownRun, type ShownRun } from './runs-queries.ts'

interface RunCall {
  readonly params: { readonly uuid: string; readonly event_uuid?: string | undefined }
  readonly actor: { readonly account: AccountActor; readonly user: UserActor }
  readonly platform: Platform
  readonly now: Date
}

/** The run that a path names; `not_found` in another account, or under another event. */
const ownRun = async ({ params, actor, platform }: RunCall): Promise<ShownRun | Refusal> => {
  const run = await readShownRun(platform.db, actor.account.id, params.uuid)
  const isThere = run && (params.event_uuid === undefined || params.event_uuid.toLowerCase() === run.event_id)
  return isThere ? run : refuse('not_found')
}

const shown = async ({ platform, actor, now }: Pick<RunCall, 'platform' | 'actor' | 'now'>, id: string) => {
  const run = await readShownRun(platform.db, actor.account.id, id)
  const event = run && (await eventRow(platform.db, actor.account.id, run.event_id))
  if (!event) return refuse('not_found')
  const after = await payoutsAfterRuns(platform.db, event, [run], now)
  const [view] = await viewRuns(platform, platform.db, [run], actor.user.id, after)
  return view ? { data: view } : refuse('not_found')
}

const keyOf = (run: ShownRun) => ({ accountId: run.account_id, eventId: run.event_id, runId: run.id })

const eventRoutes = (app: App): void => {
  route(app, contract.createRefundRun, async (call) => {
    const { params, body, actor, now, platform } = call
    const event = await eventRow(platform.db, actor.account.id, params.uuid)
    if (!event) return refuse('not_found')
    const id = await previewRun(platform, event, body, actor.user.id, now)
    return isRefusal(id) ? id : shown(call, id)
  })

  route(app, contract.listRefundRuns, async ({ params, query, actor, now, platform }) => {
    const event = await eventRow(platform.db, actor.account.id, params.uuid)
    if (!event) return refuse('not_found')
    const { rows, total } = await listRuns(platform.db, event.id, query)
    const after = await payoutsAfterRuns(platform.db, event, rows, now)
    return viewPage(await viewRuns(platform, platform.db, rows, actor.user.id, after), total, query)
  })
}

/** The endpoints of a producer for the refund runs of the workspace. */
export const routes = (app: App): void => {
  eventRoutes(app)

  listRoutes(
    app,
    { list: contract.listAccountRefundRuns, exported: contract.exportAccountRefundRuns },
    async ({ query, actor, platform }, db) => {
      const { page, per_page, filter } = query
      const search = { page, per_page, state: filter?.state, name: filter?.or?.name }
      const { rows, total } = await listAccountRuns(db, actor.account.id, search)
      return viewPage(await viewRuns(platform, db, rows, actor.user.id), total, query)
    },
    { title: (t) => t('refund-runs:title'), columns: runColumns },
  )

  route(app, contract.showRefundRun, async (call) => {
    const run = await ownRun(call)
    return isRefusal(run) ? run : shown(call, run.id)
  })

  route(app, contract.approveRefundRun, async (call) => {
    const run = await ownRun(call)
    if (isRefusal(run)) return run
    const refused = await approveRun(
      call.platform,
      keyOf(run),
      { userId: call.actor.user.id, network: call.actor.user.network },
      call.now,
    )
    return refused ?? shown(call, run.id)
  })

  route(app, contract.pauseRefundRun, async (call) => {
    const run = await ownRun(call)
    if (isRefusal(run)) return run
    return (await pauseRun(call.platform, keyOf(run), call.now)) ?? shown(call, run.id)
  })

  route(app, contract.resumeRefundRun, async (call) => {
    const run = await ownRun(call)
    if (isRefusal(run)) return run
    return (await resumeRun(call.platform, keyOf(run), call.now)) ?? shown(call, run.id)
  })

  route(app, contract.settleRefundRunItem, async (call) => {
    const run = await ownRun(call)
    if (isRefusal(run)) return run
    const key = { eventId: run.event_id, runId: run.id, orderId: call.params.order_uuid.toLowerCase() }
    const by = {
      note: call.body.note,
      registerId: call.body.register_uuid?.toLowerCase() ?? call.body.register_uuid,
      userId: call.actor.user.id,
      now: call.now,
    }
    return (await settleByHand(call.platform, key, by)) ?? shown(call, run.id)
  })

  listRoutes(
    app,
    { list: contract.listRefundRunItems, exported: contract.exportRefundRunItems },
    async (call, db) => {
      const run = await ownRun(call)
      if (isRefusal(run)) return run
      const { query, actor } = call
      const withPhone = isAllowed(actor.account, 'order.list')
      // Who may not see a phone may not find it by guessing either.
      const { phone, ...or } = query.filter?.or ?? {}
      const filter = { ...query.filter, or: withPhone && phone !== undefined ? { ...or, phone } : or }
      const { rows, total } = await listItems(db, run, { ...query, filter })
      return viewPage(
        rows.map((row) => viewItem(row, withPhone)),
        total,
        query,
      )
    },
    { title: (t) => t('refund-runs:title'), columns: itemColumns },
  )
}
