import {
  type Account,
  accountStatusCases,
  addAccountFile,
  createAccount,
  exportAccounts,
  listAccounts,
  showAccount,
  updateAccount,
} from '@kartis/contract/accounts.ts'
import { UPLOAD } from '@kartis/domain/limits.ts'
import { isAllowed } from '@kartis/domain/permissions.ts'
import { isRefusal, refuse } from '@kartis/domain/refusal.ts'
import type { Platform } from '../../../platform/platform.ts'
import { viewPage } from '../../../platform/http/listing.ts'
import type { Translate } from '@kartis/i18n/server.ts'
import type { ListColumn } from '../../../platform/export/list-export.ts'
import { listRoutes, statusCaseRoute } from '../../../platform/http/list-routes.ts'
import { type App, route } from '../../../platform/http/route.ts'
import { readUpload, storeAccountFile } from '../attachments/index.ts'
import { viewAccounts } from './account-view.ts'
import { accountOf, listAccountsOf } from './accounts-queries.ts'
import { openAccount } from './create-account.ts'
import { changeAccount } from './update-account.ts'

const UPLOAD_FRAME = 64 * 1024

/** Columns of the spreadsheet; widths in characters. */
const columnsIn = (t: Translate): ListColumn<Account>[] => [
  [t('export:column.name'), 'text', 28, (row) => row.name],
  [t('export:column.vat_name'), 'text', 28, (row) => row.vat_name],
  [t('export:column.tax_id'), 'text', 14, (row) => row.tax_id],
  [t('export:column.city'), 'text', 20, (row) => row.address_city],
  [t('export:column.phone'), 'text', 16, (row) => row.phone],
  [t('export:column.email'), 'text', 28, (row) => row.email],
  [t('export:column.role'), 'text', 16, (row) => t(`states:role.${row.role}`)],
  [t('export:column.created_at'), 'date', 17, (row) => new Date(row.created_at)],
]

export const accountRoutes = (app: App, platform: Platform): void => {
  const { db } = platform

  listRoutes(
    app,
    { list: listAccounts, exported: exportAccounts },
    async ({ actor, query }) => {
      const { rows, total } = await listAccountsOf(db, actor.user.id, query)
      return viewPage(await viewAccounts(platform, db, rows), total, query)
    },
    { title: (t) => t('export:accounts'), columns: columnsIn },
  )
  statusCaseRoute(app, accountStatusCases, 'entity', ['active'])

  route(app, createAccount, async ({ actor, body, now }) => {
    const account = await openAccount(platform, actor.user.id, body, now)
    return isRefusal(account) ? account : { data: account }
  })

  route(app, showAccount, async ({ actor, params }) => {
    const row = await accountOf(db, actor.user.id, params.uuid)
    const [account] = row ? await viewAccounts(platform, db, [row]) : []
    return account ? { data: account } : refuse('not_found')
  })

  route(app, updateAccount, async ({ actor, params, body, now }) => {
    const account = await changeAccount(platform, actor.user, params.uuid, body, now)
    return isRefusal(account) ? account : { data: account }
  })

  route(
    app,
    addAccountFile,
    async ({ actor, params, request }) => {
      const row = await accountOf(db, actor.user.id, params.uuid)
      if (!row) return refuse('not_found')
      if (!isAllowed(row, 'account.bank')) return refuse('forbidden')
      const upload = await readUpload(request, UPLOAD.maxBytes)
      if (isRefusal(upload)) return upload
      const stored = await storeAccountFile(platform, { ...upload, accountId: row.id, userId: actor.user.id })
      return isRefusal(stored) ? stored : { data: stored }
    },
    { bodyLimit: UPLOAD.maxBytes + UPLOAD_FRAME },
  )
}
