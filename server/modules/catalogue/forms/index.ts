import type { Form } from '@kartis/contract/forms.ts'
import type { Role } from '@kartis/domain/permissions.ts'
import type { Lang } from '@kartis/i18n/lang.ts'
import type { Platform } from '../../../platform/platform.ts'
import type { Db, Tx } from '../../../platform/database/db.ts'
import type { App } from '../../../platform/http/route.ts'
import { type PublicForm, viewForm, viewPublicForm } from './form-view.ts'
import { fieldRows, formRowsOf } from './forms-queries.ts'
import { formRoutes } from './routes.ts'

export type { PublicForm } from './form-view.ts'
export { createFormOf } from './save-form.ts'

/** Whether the account has a form for each of `ids`. */
export const formsExist = async (db: Db | Tx, accountId: string, ids: readonly string[]): Promise<boolean> =>
  (await formRowsOf(db, accountId, ids)).length === new Set(ids).size

/** Forms with their fields as a member with `role` sees them. */
export const formsByIds = async (
  db: Db | Tx,
  accountId: string,
  ids: readonly string[],
  role: Role,
): Promise<Form[]> => {
  const [rows, fields] = await Promise.all([formRowsOf(db, accountId, ids), fieldRows(db, ids)])
  return rows.map((row) => viewForm(row, fields, role))
}

/** The forms in the order of `ids`, as the buyer sees them in this language. */
export const publicFormsByIds = async (
  db: Db | Tx,
  accountId: string,
  ids: readonly string[],
  lang: Lang,
): Promise<PublicForm[]> => {
  if (ids.length === 0) return []
  const [rows, fields] = await Promise.all([formRowsOf(db, accountId, ids), fieldRows(db, ids)])
  return ids.flatMap((id) => rows.filter((row) => row.id === id).map((row) => viewPublicForm(row, fields, lang)))
}

/** Forms: questions of a producer to the buyers, once per order or per ticket. */
export const plugin = async (app: App, platform: Platform): Promise<void> => {
  formRoutes(app, platform)
}
