import * as contract from '@kartis/contract/no-shows.ts'
import type { NoShow } from '@kartis/contract/no-shows.ts'
import { nationalPhone } from '@kartis/domain/phone.ts'
import { refuse } from '@kartis/domain/refusal.ts'
import { ticketNumber } from '@kartis/domain/ticket-number.ts'
import { ISRAEL_ZONE } from '@kartis/domain/zone.ts'
import { timeText } from '@kartis/i18n/format.ts'
import type { Translate } from '@kartis/i18n/server.ts'
import { sql } from 'kysely'
import type { Db } from '../../../platform/database/db.ts'
import type { ColumnOf } from '../../../platform/export/xlsx.ts'
import { listRoutes } from '../../../platform/http/list-routes.ts'
import { offsetOf, type PageOf, viewPage } from '../../../platform/http/listing.ts'
import type { App } from '../../../platform/http/route.ts'
import { eventRow } from '../../catalogue/events/index.ts'
import { seatsInLanguage } from '../admission/index.ts'
import type { TicketSeat } from '../../selling/ticketing/index.ts'

interface Row {
  readonly id: string
  readonly position: number
  readonly name: string
  readonly seat: TicketSeat | null
  readonly order_id: string
  readonly order_number: string
  readonly buyer_name: string | null
  readonly buyer_phone: string | null
}

const readNoShows = async (
  db: Db,
  eventId: string,
  query: PageOf,
): Promise<{ readonly rows: readonly Row[]; readonly total: number }> => {
  const absent = sql`t.event_id = ${eventId} and t.status = 'valid' and t.redeemed_at is null`
  const { rows } = await sql<Row>`
    select t.id, t.position, t.name, t.seat, t.order_id, o.number as order_number, o.buyer_name, o.buyer_phone
    from tickets t join orders o on o.event_id = t.event_id and o.id = t.order_id
    where ${absent} order by o.number, t.position, t.id limit ${query.per_page} offset ${offsetOf(query)}`.execute(db)
  const counted = await sql<{ count: number }>`select count(*)::int as count from tickets t where ${absent}`.execute(db)
  return { rows, total: counted.rows[0]?.count ?? 0 }
}

const view = (row: Row): NoShow => ({
  ticket_uuid: row.id,
  number: ticketNumber(row.order_number, row.position),
  order_uuid: row.order_id,
  order_number: row.order_number,
  holder: row.buyer_name,
  phone: row.buyer_phone,
  name: row.name,
  ...(row.seat && { seat: row.seat }),
})

const columnsIn = (t: Translate): readonly ColumnOf<NoShow>[] => [
  { title: t('export:no_shows.ticket'), kind: 'text', width: 14, cell: ({ number }) => number },
  { title: t('export:column.number'), kind: 'text', width: 14, cell: (row) => row.order_number },
  { title: t('export:column.name'), kind: 'text', width: 22, cell: ({ holder }) => holder },
  { title: t('export:column.phone'), kind: 'text', width: 16, cell: ({ phone }) => phone && nationalPhone(phone) },
  { title: t('export:column.ticket_type'), kind: 'text', width: 22, cell: ({ name }) => name },
  { title: t('export:no_shows.section'), kind: 'text', width: 18, cell: ({ seat }) => seat?.section ?? null },
  { title: t('export:column.row'), kind: 'text', width: 8, cell: ({ seat }) => seat?.row ?? null },
  { title: t('export:no_shows.seat'), kind: 'text', width: 8, cell: ({ seat }) => seat?.number ?? null },
]

/** Who has not come, as a list and as a spreadsheet. */
export const noShowRoutes = (app: App): void =>
  listRoutes(
    app,
    { list: contract.listNoShows, exported: contract.exportNoShows },
    async ({ params, query, actor, lang }, db) => {
      if (!(await eventRow(db, actor.account.id, params.uuid))) return refuse('not_found')
      const { rows, total } = await readNoShows(db, params.uuid, query)
      const named = await seatsInLanguage(db, params.uuid, lang, rows)
      return viewPage(named.map(view), total, query)
    },
    {
      // Also during the event, when they may still come. A sheet has no colon in its name.
      title: (t, { now, lang }) =>
        t('export:no_shows.title', { time: timeText(now, lang, ISRAEL_ZONE).replaceAll(':', '.') }),
      columns: columnsIn,
    },
  )
