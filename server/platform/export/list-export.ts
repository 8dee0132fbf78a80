import { dayIn, ISRAEL_ZONE } from '@kartis/domain/zone.ts'
import { directionOf, type Lang } from '@kartis/i18n/lang.ts'
import { type Download, download, XLSX } from '../http/download.ts'
import { type Cell, type ColumnOf, xlsxStream } from './xlsx.ts'

/**
 * Rows that an export reads at a time and holds in memory. Each page counts, sorts and skips what comes before it, so pages as
 * small as those of a list (`per_page`) would cost a long export the square of its length.
 */
export const EXPORT_PAGE_SIZE = 1000

export interface ListPage<T> {
  readonly data: readonly T[]
  readonly meta: { readonly total: number }
}

/**
 * All rows of a paged list, read page by page after the first. Pages are counted from the start of the list at the time of
 * each read: where rows are added or removed meanwhile, a row near the end of a page may be repeated or left out.
 */
export async function* everyRow<T>(
  first: ListPage<T>,
  pageAt: (page: number) => Promise<ListPage<T>>,
  pageSize = EXPORT_PAGE_SIZE,
): AsyncGenerator<T> {
  let found = first
  yield* found.data
  for (let page = 2; found.data.length > 0 && (page - 1) * pageSize < found.meta.total; page++) {
    found = await pageAt(page)
    yield* found.data
  }
}

/** A list as an .xlsx file in the direction of the language, named by its title and the date. */
export const listDownload = <T>(
  title: string,
  columns: readonly ColumnOf<T>[],
  rows: AsyncIterable<T>,
  { lang, now }: { readonly lang: Lang; readonly now: Date },
): Download => {
  const cells = async function* (): AsyncGenerator<Cell[]> {
    for await (const row of rows) yield columns.map(({ cell }) => cell(row))
  }
  const sheet = {
    title,
    rightToLeft: directionOf(lang) === 'rtl',
    timeZone: ISRAEL_ZONE,
    columns,
    rows: cells(),
  }
  return download({ name: `${title} - ${dayIn(ISRAEL_ZONE, now)}.xlsx`, type: XLSX }, xlsxStream(sheet))
}
