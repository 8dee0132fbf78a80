import * as contract from '@kartis/contract/accounts.ts'
import { UPLOAD } from '@kartis/domain/limits.ts'
import { isRefusal } from '@kartis/domain/refusal.ts'
import type { Platform } from '../../../platform/platform.ts'
import { viewPage } from '../../../platform/http/listing.ts'
import type { Translate } from '@kartis/i18n/server.ts'
import type { ColumnOf } from '../../../platform/export/xlsx.ts'
import { listRoutes, statusCaseRoute } from '../../../platform/http/list-routes.ts'
import { type App, MULTIPART_OVERHEAD, route } from '../../../platform/http/route.ts'
import { viewAccounts, viewOwnAccount } from './account-view.ts'
import { listAccountsOf } from './accounts-queries.ts'
import { addAccountFile } from './add-account-file.ts'
import { createAccount } from './create-account.ts'
import { refuseUnpermitted, updateAccount } from './update-account.ts'

/** Columns of the spreadsheet; widths in characters. */
const columnsIn = (t: Translate): ColumnOf<contract.Account>[] => [
  { title: t('export:column.name'), kind: 'text', width: 28, cell: (row) => row.name },
  { title: t('export:column.vat_name'), kind: 'text', width: 28, cell: (row) => row.vat_name },
  { title: t('export:column.tax_id'), kind: 'text', width: 14, cell: (row) => row.tax_id },
  { title: t('export:column.city'), kind: 'text', width: 20, cell: (row) => row.address_city },
  { title: t('export:column.phone'), kind: 'text', width: 16, cell: (row) => row.phone },
  { title: t('export:column.email'), kind: 'text', width: 28, cell: (row) => row.email },
  { title: t('export:column.role'), kind: 'text', width: 16, cell: (row) => t(`states:role.${row.role}`) },
  { title: t('export:column.created_at'), kind: 'date', width: 17, cell: (row) => new Date(row.created_at) },
]

export const accountRoutes = (app: App, platform: Platform): void => {
  const { db } = platform

  listRoutes(
    app,
    { list: contract.listAccounts, exported: contract.exportAccounts },
    async ({ actor, query, now }, db) => {
      const { rows, total } = await listAccountsOf(db, actor.user.id, query)
      return viewPage(await viewAccounts(platform, db, rows, now), total, query)
    },
    { title: (t) => t('export:accounts'), columns: columnsIn },
  )
  statusCaseRoute(app, contract.accountStatusCases, 'entity', ['active'])

  route(app, contract.createAccount, async ({ actor, body, now }) => {
    const account = await createAccount(platform, actor.user.id, body, now)
    return isRefusal(account) ? account : { data: account }
  })

  route(app, contract.showAccount, async ({ actor, params, now }) => {
    const account = await viewOwnAccount(platform, db, { userId: actor.user.id, accountId: params.uuid }, now)
    return isRefusal(account) ? account : { data: account }
  })

  route(
    app,
    contract.updateAccount,
    async ({ actor, params, body, now }) => {
      const account = await updateAccount(platform, actor.user, params.uuid, body, now)
      return isRefusal(account) ? account : { data: account }
    },
    {
      permits: ({ user }, { params, body }) =>
        refuseUnpermitted(platform, user, (params as { uuid: string }).uuid, body as object),
    },
  )

  route(
    app,
    contract.addAccountFile,
    async ({ actor, params, request }) => {
      const file = await addAccountFile(platform, { userId: actor.user.id, accountId: params.uuid }, request)
      return isRefusal(file) ? file : { data: file }
    },
    { bodyLimit: UPLOAD.maxBytes + MULTIPART_OVERHEAD },
  )
}
