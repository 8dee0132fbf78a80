import { exportSeatReport, listSeatReport, type SeatReportRow } from '@kartis/contract/seat-report.ts'
import { textIn } from '@kartis/domain/localized-text.ts'
import { toShekels } from '@kartis/domain/money.ts'
import { refuse } from '@kartis/domain/refusal.ts'
import type { Translate } from '@kartis/i18n/server.ts'
import type { ColumnOf } from '../../../platform/export/xlsx.ts'
import { listRoutes } from '../../../platform/http/list-routes.ts'
import { viewPage } from '../../../platform/http/listing.ts'
import type { App } from '../../../platform/http/route.ts'
import { eventRow } from '../events/index.ts'
import { seatNamesIn } from './seat-names.ts'
import { readSeatParts } from './seat-report-queries.ts'
import { seatingRow } from './seating-queries.ts'

const COUNTS = ['total', 'sold', 'invited', 'held', 'free', 'house', 'invitations', 'box_office', 'blocked'] as const

const rowsText = ({ first, last }: NonNullable<SeatReportRow['rows']>): string =>
  first === last ? first : `${first}–${last}`

const columns = (t: Translate): ColumnOf<SeatReportRow>[] => [
  { title: t('seating:report.name'), kind: 'text', width: 30, cell: (row) => row.name },
  { title: t('seating:report.rows'), kind: 'text', width: 12, cell: ({ rows }) => rows && rowsText(rows) },
  ...COUNTS.map((count): ColumnOf<SeatReportRow> => ({
    title: t(`seating:report.${count}`),
    kind: 'number',
    width: 12,
    cell: (row) => row[count],
  })),
  { title: t('seating:report.sum'), kind: 'money', width: 14, cell: (row) => row.sum_total_amount },
]

/** What was sold of each section, five rows or category of an event's map, as a list and as a spreadsheet. */
export const seatReportRoutes = (app: App): void =>
  listRoutes(
    app,
    { list: listSeatReport, exported: exportSeatReport },
    async ({ params, query, actor, lang }, db) => {
      const event = await eventRow(db, actor.account.id, params.uuid)
      const seating = event && (await seatingRow(db, event.id))
      if (!seating) return refuse('not_found')
      const by = query.filter?.by ?? 'section'
      const slice = { by, limit: query.per_page, offset: (query.page - 1) * query.per_page }
      const rows = await readSeatParts(db, params.uuid, slice)
      const categories = new Map(
        seating.categories.map(({ key, name, texts = {} }) => [key, textIn(texts, lang, 'name') ?? name]),
      )
      const names = await seatNamesIn(db, [event.id], lang)
      const rowName = (section: string | null, row: string): string =>
        names(event.id, { section: section ?? '', row }).row
      return viewPage(
        rows.map(({ part, section, first_row: first, last_row: last, amount, rows_total: _total, ...row }) => ({
          name:
            by === 'category' || section === null
              ? (categories.get(part) ?? part)
              : names(event.id, { section }).section,
          ...row,
          allotted: row['house'] + row.invitations + row.box_office,
          rows:
            by === 'rows' && first !== null && last !== null
              ? { first: rowName(section, first), last: rowName(section, last) }
              : null,
          sum_total_amount: toShekels(amount),
        })),
        rows[0]?.rows_total ?? 0,
        query,
      )
    },
    { title: (t) => t('seating:report.title'), columns },
  )
