import * as contract from '@kartis/contract/refund-transfers.ts'
import { REFUND_TRANSFER_STATES } from '@kartis/domain/refund-transfer.ts'
import { toShekels } from '@kartis/domain/money.ts'
import { isRefusal, refuse } from '@kartis/domain/refusal.ts'
import type { AccountActor, UserActor } from '../../../platform/http/authorization.ts'
import { download } from '../../../platform/http/download.ts'
import { listRoutes } from '../../../platform/http/list-routes.ts'
import { offsetOf, viewPage } from '../../../platform/http/listing.ts'
import { limit } from '../../../platform/http/rate-limit.ts'
import { type App, route } from '../../../platform/http/route.ts'
import type { Platform } from '../../../platform/platform.ts'
import { logSecurity } from '../../people/security-log/index.ts'
import { requestAgain } from './request-details.ts'
import { byToken, giveDetails } from './give-details.ts'
import { listTransfers, readShown, readSummary } from './list-queries.ts'
import { settleTransfer } from './settle-transfer.ts'
import { fileBytes, makeFile } from './transfer-file.ts'
import { isOpenTransfer } from './transfers-queries.ts'
import { transferColumns, viewRequest, viewSummary, viewTransfer } from './view.ts'

interface TransferCall {
  readonly params: { readonly uuid: string }
  readonly actor: { readonly account: AccountActor; readonly user: UserActor }
  readonly platform: Platform
}

const keyOf = ({ params, actor }: TransferCall) => ({ accountId: actor.account.id, id: params.uuid })

const shown = async ({ params, actor, platform }: TransferCall) => {
  const row = await readShown(platform.db, actor.account.id, params.uuid)
  return row ? { data: viewTransfer(platform, row) } : refuse('not_found')
}

/** The refunds of an account that go back by bank transfer. */
export const transferRoutes = (app: App): void => {
  listRoutes(
    app,
    { list: contract.listRefundTransfers, exported: contract.exportRefundTransfers },
    async ({ query, actor, platform }, db) => {
      const { status, open, or } = query.filter ?? {}
      const { rows, total } = await listTransfers(db, {
        accountId: actor.account.id,
        states: REFUND_TRANSFER_STATES.filter(
          (state) => (status ?? state) === state && (open === undefined || isOpenTransfer(state) === open),
        ),
        or,
        limit: query.per_page,
        offset: offsetOf(query),
      })
      const page = viewPage(
        rows.map((row) => viewTransfer(platform, row)),
        total,
        query,
      )
      return { ...page, summary: viewSummary(await readSummary(db, actor.account.id)) }
    },
    { title: (t) => t('refund-transfers:title'), columns: transferColumns },
  )

  route(app, contract.showRefundTransfer, async (call) => {
    const { params, actor, platform, now } = call
    const row = await readShown(platform.db, actor.account.id, params.uuid)
    if (!row) return refuse('not_found')
    const isOwn = row.file_paid_by !== 'operator'
    if (isOwn && row.account_number_sealed !== null)
      await logSecurity(platform, platform.db, {
        act: 'bank.read',
        userId: actor.user.id,
        network: actor.user.network,
        accountId: actor.account.id,
        target: row.id,
        detail: { order: row.order_number },
        now,
      })
    return { data: viewTransfer(platform, row, isOwn) }
  })

  route(
    app,
    contract.requestBankDetails,
    async (call) => (await requestAgain(call.platform, keyOf(call), call.now)) ?? shown(call),
  )

  route(app, contract.noteRefundTransfer, async (call) => {
    const by = { note: call.body.note, by: call.actor.user.id, now: call.now, side: 'producer' as const }
    return (await settleTransfer(call.platform, keyOf(call), by)) ?? shown(call)
  })

  route(app, contract.createRefundTransferFile, async ({ actor, now, platform }) => {
    const file = await makeFile(platform, { accountId: actor.account.id, by: actor.user.id, paidBy: 'producer' }, now)
    if (isRefusal(file)) return file
    const { id, number, transfers, total, made_at: madeAt } = file
    return { data: { uuid: id, number, transfers, amount: toShekels(total), made_at: madeAt.toISOString() } }
  })

  route(app, contract.downloadRefundTransferFile, async (call) => {
    const made = await fileBytes(call.platform, keyOf(call))
    if (isRefusal(made)) return made
    if (made.file.paid_by === 'operator') return refuse('operator_pays')
    return download({ name: `refunds-${made.file.number}.csv`, type: 'text/csv; charset=utf-8' }, made.bytes)
  })
}

/** Calls of one network: a household opens few links, guessing one takes ages. */
const CALLS = { max: 60, seconds: 600 }
/** Details that one network gives: each sends its buyer a message. */
const SUBMISSIONS = { max: 20, seconds: 3600 }

/** The form for whoever has the link. */
export const buyerRoutes = (app: App): void => {
  route(app, contract.showBankDetailsRequest, async ({ body, request, lang, platform }) => {
    const refused = await limit(platform, `refund_transfer:${request.network}`, CALLS)
    if (refused) return refused
    const row = await byToken(platform, body.token)
    return row ? { data: await viewRequest(platform.db, row, lang) } : refuse('not_found')
  })

  route(app, contract.giveBankDetails, async ({ body, request, lang, now, platform }) => {
    const refused =
      (await limit(platform, `refund_transfer:${request.network}`, CALLS)) ??
      (await limit(platform, `refund_transfer_details:${request.network}`, SUBMISSIONS))
    if (refused) return refused
    const row = await giveDetails(platform, body, now)
    return isRefusal(row) ? row : { data: await viewRequest(platform.db, row, lang) }
  })
}
