import * as contract from '@kartis/contract/ledger.ts'
import { toShekels } from '@kartis/domain/money.ts'
import { dayAfter, instantIn, ISRAEL_ZONE } from '@kartis/domain/zone.ts'
import { viewPage } from '../../../platform/http/listing.ts'
import { type App, route } from '../../../platform/http/route.ts'
import { type ListedJournal, listJournals } from './list-queries.ts'

const isDay = (text: string): boolean => text.length === 'YYYY-MM-DD'.length

const startOf = (text: string): Date => (isDay(text) ? instantIn(ISRAEL_ZONE, text, '00:00') : new Date(text))
const endOf = (text: string): Date => (isDay(text) ? instantIn(ISRAEL_ZONE, dayAfter(text), '00:00') : new Date(text))

const view = (row: ListedJournal): contract.Journal => ({
  uuid: row.id,
  kind: row.kind,
  ref: row.ref,
  event_uuid: row.event_id,
  order_uuid: row.order_id,
  occurred_at: row.occurred_at.toISOString(),
  booked_at: row.booked_at.toISOString(),
  lines: row.lines.map(({ account, amount }) => ({ ledger_account: account, amount: toShekels(amount) })),
})

export const ledgerRoutes = (app: App): void => {
  route(app, contract.listLedger, async ({ query, actor, platform }) => {
    const { rows, total } = await listJournals(platform.reportDb, actor.account.id, {
      page: query.page,
      per_page: query.per_page,
      eventId: query.filter?.event_uuid,
      kind: query.filter?.kind,
      from: query.from === undefined ? undefined : startOf(query.from),
      until: query.to === undefined ? undefined : endOf(query.to),
    })
    return viewPage(rows.map(view), total, query)
  })
}
