import {
  createForm,
  deleteForm,
  exportForms,
  type Form,
  formStatusCases,
  listForms,
  showForm,
  updateForm,
} from '@kartis/contract/forms.ts'
import type { Role } from '@kartis/domain/permissions.ts'
import { isRefusal, type Refusal, refuse } from '@kartis/domain/refusal.ts'
import type { Platform } from '../../../platform/platform.ts'
import { sortOf, viewPage } from '../../../platform/http/listing.ts'
import type { Translate } from '@kartis/i18n/server.ts'
import type { ColumnOf } from '../../../platform/export/xlsx.ts'
import { listRoutes, statusCaseRoute } from '../../../platform/http/list-routes.ts'
import { type App, route } from '../../../platform/http/route.ts'
import { viewForm } from './form-view.ts'
import { fieldRows, formRow, listFormRows } from './forms-queries.ts'
import { changeForm, createFormOf, removeForm } from './save-form.ts'

const SORTS = { name: 'name', created_at: 'created_at' } as const

/** Columns of the spreadsheet; widths in characters. */
const columnsIn = (t: Translate): ColumnOf<Form>[] => [
  { title: t('export:column.name'), kind: 'text', width: 28, cell: (row) => row.name },
  { title: t('export:column.questions'), kind: 'number', width: 11, cell: (row) => row.fields.length },
  { title: t('export:column.answers'), kind: 'number', width: 11, cell: (row) => row.answers_count },
  { title: t('export:column.events'), kind: 'number', width: 11, cell: (row) => row.events_count },
  { title: t('export:column.created_at'), kind: 'date', width: 17, cell: (row) => new Date(row.created_at) },
]

export const formRoutes = (app: App, platform: Platform): void => {
  const { db } = platform

  const replyWith = async (
    id: string | Refusal,
    account: { id: string; role: Role },
  ): Promise<{ data: Form } | Refusal> => {
    if (isRefusal(id)) return id
    const row = await formRow(db, account.id, id)
    return row ? { data: viewForm(row, await fieldRows(db, [id]), account.role) } : refuse('not_found')
  }

  listRoutes(
    app,
    { list: listForms, exported: exportForms },
    async ({ query, actor }, db) => {
      const sort = sortOf(query.sort, SORTS, { column: 'created_at', direction: 'desc' })
      const { rows, total } = await listFormRows(db, actor.account.id, {
        ...query,
        ...sort,
        search: query.filter?.or?.name,
      })
      const fields = await fieldRows(
        db,
        rows.map((row) => row.id),
      )
      return viewPage(
        rows.map((row) => viewForm(row, fields, actor.account.role)),
        total,
        query,
      )
    },
    { title: (t) => t('export:forms'), columns: columnsIn },
  )
  statusCaseRoute(app, formStatusCases, 'entity', ['active', 'archived'])

  route(app, createForm, async ({ body, actor, now }) =>
    replyWith(await createFormOf(platform, actor.account.id, body, now), actor.account),
  )
  route(app, showForm, async ({ params, actor }) => replyWith(params.uuid, actor.account))
  route(app, updateForm, async ({ params, body, actor, now }) =>
    replyWith(await changeForm(platform, actor.account.id, params.uuid, body, now), actor.account),
  )

  route(app, deleteForm, async ({ params, actor, now }) => {
    const done = await removeForm(platform, actor.account.id, params.uuid, now)
    return isRefusal(done) ? done : { data: { done } }
  })
}
