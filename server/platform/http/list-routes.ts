import type { Endpoint } from '@kartis/contract/endpoint.ts'
import { isRefusal, type Refusal } from '@kartis/domain/refusal.ts'
import { type Translate, translatorFor } from '@kartis/i18n/server.ts'
import { EXPORT_PART, everyRow, type ListColumn, listDownload } from '../export/list-export.ts'
import { type App, type Call, type Handler, route } from './route.ts'

/** The spreadsheet of a list. */
export interface ListSheet<T> {
  readonly title: (t: Translate) => string
  readonly columns: (t: Translate) => readonly ListColumn<T>[]
}

interface Page<T> {
  readonly data: readonly T[]
  readonly meta: { readonly total: number }
}

/**
 * Serves a list and its export (`exportOf` in the contract): the spreadsheet has the items of the list itself, read page
 * by page with the same filters, so that the two never differ.
 */
export const listRoutes = <L extends Endpoint, T>(
  app: App,
  { list, exported }: { readonly list: L; readonly exported: Endpoint },
  read: (call: Call<L>) => Promise<Page<T> | Refusal>,
  sheet: ListSheet<T>,
): void => {
  // The reply of a list is a page; its contract, which the compiler checks where the contract is written, says of what.
  route(app, list, read as unknown as Handler<L>)
  route(app, exported, async (call) => {
    const pageAt = (page: { page: number; per_page: number }) =>
      // Both endpoints have the same query and access, so a call of one is a call of the other.
      read({ ...call, query: { ...(call.query as object), ...page } } as unknown as Call<L>)
    const first = await pageAt({ page: 1, per_page: EXPORT_PART })
    if (isRefusal(first)) return first
    const rows = everyRow(async (page) => {
      const found = page.page === 1 ? first : await pageAt(page)
      if (isRefusal(found)) throw new Error(`a page of an export was refused: ${found.refusal}`)
      return { rows: found.data, total: found.meta.total }
    })
    const t = translatorFor(call.lang)
    return listDownload(sheet.title(t), sheet.columns(t), rows, { lang: call.lang, now: call.now })
  })
}

/** Serves the states of a resource with their labels, which stand in the catalogues under `states:` and `prefix`. */
export const statusCaseRoute = (app: App, endpoint: Endpoint, prefix: string, states: readonly string[]): void =>
  route(app, endpoint, async ({ lang }) => ({
    data: states.map((value) => ({ value, label: translatorFor(lang)(`states:${prefix}.${value}`) })),
  }))
