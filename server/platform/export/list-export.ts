import { dayIn } from '@kartis/domain/zone.ts'
import { directionOf, type Lang } from '@kartis/i18n/lang.ts'
import { type Download, download, XLSX } from '../http/download.ts'
import { type Cell, type CellKind, xlsxStream } from './xlsx.ts'

const ZONE = 'Asia/Jerusalem'
/** Rows of one read. */
export const EXPORT_PART = 100

export type ListColumn<T> = readonly [title: string, kind: CellKind, width: number, cell: (row: T) => Cell]

/** All rows of a paged list, read page by page, so that an export holds one page in memory. */
export async function* everyRow<T>(
  read: (page: { page: number; per_page: number }) => Promise<{ readonly rows: readonly T[]; readonly total: number }>,
): AsyncGenerator<T> {
  for (let page = 1, hasMore = true; hasMore; page++) {
    const { rows, total } = await read({ page, per_page: EXPORT_PART })
    yield* rows
    hasMore = rows.length > 0 && page * EXPORT_PART < total
  }
}

/** A list as an .xlsx file in the direction of the language, named by its title and the date. */
export const listDownload = <T>(
  title: string,
  columns: readonly ListColumn<T>[],
  rows: AsyncIterable<T>,
  { lang, now }: { readonly lang: Lang; readonly now: Date },
): Download => {
  const cells = async function* (): AsyncGenerator<Cell[]> {
    for await (const row of rows) yield columns.map(([, , , cell]) => cell(row))
  }
  const sheet = {
    title,
    rightToLeft: directionOf(lang) === 'rtl',
    timeZone: ZONE,
    columns: columns.map(([name, kind, width]) => ({ title: name, kind, width })),
    rows: cells(),
  }
  return download({ name: `${title} - ${dayIn(ZONE, now)}.xlsx`, type: XLSX }, xlsxStream(sheet))
}
