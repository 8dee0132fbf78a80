import * as contract from '@kartis/contract/reconciliation.ts'
import { addDays } from '@kartis/domain/cancellation.ts'
import { toShekels } from '@kartis/domain/money.ts'
import { authorName } from '@kartis/domain/person-name.ts'
import { EXCEPTION_MOVES, EXCEPTION_STATES } from '@kartis/domain/reconciliation.ts'
import { refuse } from '@kartis/domain/refusal.ts'
import { dayIn, ISRAEL_ZONE } from '@kartis/domain/zone.ts'
import type { Translate } from '@kartis/i18n/server.ts'
import { inTransaction } from '../../../platform/database/db.ts'
import type { ColumnOf } from '../../../platform/export/xlsx.ts'
import { listRoutes } from '../../../platform/http/list-routes.ts'
import { pageOf, viewPage } from '../../../platform/http/listing.ts'
import { type App, route } from '../../../platform/http/route.ts'
import { decideException, type ExceptionRow, readExceptions } from './exceptions-queries.ts'
import { type LevelRow, readLevels } from './levels-queries.ts'
import { loadRoute } from './load-route.ts'

const view = (row: ExceptionRow): contract.ReconciliationException => ({
  uuid: row.id,
  level: row.level,
  kind: row.kind,
  status: row.state,
  day: row.day,
  ours_amount: toShekels(row.ours ?? 0),
  theirs_amount: toShekels(row.theirs ?? 0),
  event_uuid: row.event_id,
  event_name: row.event_name,
  their_ref: row.their_ref,
  last_digits: row.last4,
  approval: row.approval,
  their_at: row.their_at?.toISOString() ?? null,
  order_uuid: row.order_id,
  order_number: row.order_number,
  owner: row.owner,
  note: row.note,
  opened_at: row.opened_at.toISOString(),
  changed_at: row.changed_at.toISOString(),
  changed_by: authorName(row.changed_by, row.changer),
})

const viewLevel = (row: LevelRow): contract.ReconciliationLevelFigures => ({
  level: row.level,
  rows_count: row.rows,
  rows_amount: toShekels(row.amount),
  matched_count: row.matched,
  matched_amount: toShekels(row.matched_amount),
  waiting_count: row.waiting,
  waiting_amount: toShekels(row.waiting_amount),
  loaded_at: row.loaded_at?.toISOString() ?? null,
  open_count: row.open,
  open_amount: toShekels(row.open_amount),
})

const columns = (t: Translate): ColumnOf<contract.ReconciliationException>[] => [
  { title: t('money:differences.column.day'), kind: 'day', width: 12, cell: (row) => row.day },
  {
    title: t('money:differences.column.kind'),
    kind: 'text',
    width: 30,
    cell: (row) => t(`money:differences.kind.${row.kind}`),
  },
  {
    title: t('money:differences.column.level'),
    kind: 'text',
    width: 16,
    cell: (row) => t(`money:differences.level.${row.level}`),
  },
  { title: t('money:differences.column.event'), kind: 'text', width: 30, cell: (row) => row.event_name ?? '' },
  { title: t('money:differences.column.order'), kind: 'text', width: 12, cell: (row) => row.order_number ?? '' },
  { title: t('money:differences.column.their_ref'), kind: 'text', width: 24, cell: (row) => row.their_ref ?? '' },
  { title: t('money:differences.column.last_digits'), kind: 'text', width: 12, cell: (row) => row.last_digits ?? '' },
  { title: t('money:differences.column.ours'), kind: 'money', width: 14, cell: (row) => row.ours_amount },
  { title: t('money:differences.column.theirs'), kind: 'money', width: 14, cell: (row) => row.theirs_amount },
  {
    title: t('money:differences.column.status'),
    kind: 'text',
    width: 14,
    cell: (row) => t(`money:differences.state.${row.status}`),
  },
  { title: t('money:differences.column.owner'), kind: 'text', width: 20, cell: (row) => row.owner ?? '' },
  { title: t('money:differences.column.note'), kind: 'text', width: 40, cell: (row) => row.note ?? '' },
]

/** The differences of an account's own terminals; those of the installation's are its operator's. */
export const routes = (app: App): void => {
  loadRoute(app)
  listRoutes(
    app,
    { list: contract.listExceptions, exported: contract.exportExceptions },
    async ({ query, actor, platform: { reportDb } }) => {
      const { status, kind, level, or } = query.filter ?? {}
      const states = status === undefined ? EXCEPTION_STATES : [status]
      const found = await readExceptions(reportDb, {
        ownTerminalsOf: actor.account.id,
        states,
        kind,
        level,
        or,
        limit: query.per_page,
        offset: (query.page - 1) * query.per_page,
      })
      return viewPage(found.map(view), found[0]?.total ?? 0, query)
    },
    { title: (t) => t('money:tabs.differences'), columns },
  )

  route(app, contract.showReconciliationLevels, async ({ actor, query, now, platform: { reportDb } }) => {
    const since = addDays(dayIn(ISRAEL_ZONE, now), -contract.LEVEL_DAYS)
    return pageOf((await readLevels(reportDb, actor.account.id, since)).map(viewLevel), query)
  })

  route(app, contract.decideException, async ({ params, body, actor, now, platform }) => {
    const { status, owner, note } = body
    const search = { ownTerminalsOf: actor.account.id, states: EXCEPTION_STATES, id: params.uuid, limit: 1, offset: 0 }
    const [before] = await readExceptions(platform.db, search)
    if (!before) return refuse('not_found')
    const from = EXCEPTION_STATES.filter((each) =>
      status === undefined ? each !== 'written_off' : EXCEPTION_MOVES[each].includes(status),
    )
    const decision = { state: status, owner, note, by: actor.user.id }
    const decided = await inTransaction(platform.db, (tx) =>
      decideException(tx, { id: params.uuid, from }, decision, now),
    )
    if (!decided) return refuse('conflict', { detail: { status: before.state } })
    const [after] = await readExceptions(platform.db, search)
    return after ? { data: view(after) } : refuse('not_found')
  })
}
