import type { Endpoint, statusCasesAt } from '@kartis/contract/endpoint.ts'
import { isRefusal, type Refusal } from '@kartis/domain/refusal.ts'
import type { Lang } from '@kartis/i18n/lang.ts'
import { type Translate, translatorFor } from '@kartis/i18n/server.ts'
import { EXPORT_PAGE_SIZE, everyRow, listDownload, type ListPage } from '../export/list-export.ts'
import type { ColumnOf } from '../export/xlsx.ts'
import type { Db } from '../database/db.ts'
import { pageOf } from './listing.ts'
import { type App, type Call, type Handler, route } from './route.ts'

/** The spreadsheet of a list. */
export interface ListSheet<T> {
  /** `moment`: when it is read, for a list that says of when it is. */
  readonly title: (t: Translate, moment: { readonly now: Date; readonly lang: Lang }) => string
  readonly columns: (t: Translate) => readonly ColumnOf<T>[]
  /** Rows that its export reads at a time; narrow ones may be many. */
  readonly pageSize?: number
}

/**
 * Serves a list and its export (`exportOf` in the contract): the spreadsheet has the items of the list itself, read page
 * by page with the same filters; `everyRow` says what changes meanwhile do to it. `read` gets the connection to read from: an export has that
 * of the reports, so that a long one takes no connection from those who buy.
 */
export const listRoutes = <L extends Endpoint, T>(
  app: App,
  { list, exported }: { readonly list: L; readonly exported: Endpoint },
  read: (call: Call<L>, db: Db) => Promise<ListPage<T> | Refusal>,
  sheet: ListSheet<T>,
): void => {
  // The reply of a list is a page; its contract, which the compiler checks where the contract is written, says of what.
  route(app, list, ((call: Call<L>) => read(call, call.platform.db)) as unknown as Handler<L>)
  const { pageSize = EXPORT_PAGE_SIZE } = sheet
  route(app, exported, async (call) => {
    const pageAt = (page: number) => {
      const query = { ...(call.query as object), page, per_page: pageSize }
      // Both endpoints have the same query and kind of caller, so a call of one is a call of the other.
      return read({ ...call, query } as unknown as Call<L>, call.platform.reportDb)
    }
    const first = await pageAt(1)
    if (isRefusal(first)) return first
    const rows = everyRow(
      first,
      async (page) => {
        const found = await pageAt(page)
        if (isRefusal(found)) throw new Error(`a page of an export was refused: ${found.refusal}`)
        return found
      },
      pageSize,
    )
    const t = translatorFor(call.lang)
    const moment = { lang: call.lang, now: call.now }
    return listDownload(sheet.title(t, moment), sheet.columns(t), rows, moment)
  })
}

/** Serves the states of a resource with their labels, which stand in the catalogues under `states:` and `prefix`. */
export const statusCaseRoute = (
  app: App,
  endpoint: ReturnType<typeof statusCasesAt>,
  prefix: string,
  states: readonly string[],
): void =>
  route(app, endpoint, async ({ lang, query }) =>
    pageOf(
      states.map((value) => ({ value, label: translatorFor(lang)(`states:${prefix}.${value}`) })),
      query,
    ),
  )
