import type { Db } from '../../../platform/database/db.ts'
import { type EventExtensions, type OnDuplicated, seatsLeftOf, withSeatsLeft } from '../events/index.ts'
import type { TicketStock } from './ticket-stock.ts'
import { insertType, typeRowsOf } from './ticket-type-queries.ts'
import { viewPublicType, viewTicketType } from './ticket-type-view.ts'

/** Ticket types of events as their producer sees them. */
export const ticketTypesOfEvents: EventExtensions['ticketTypes'] = async (db: Db, eventIds, role, now) =>
  (await typeRowsOf(db, eventIds)).map((row) => viewTicketType(row, role, now))

/** Ticket types that an event offers on its sale page. */
export const publicTicketTypes: EventExtensions['publicTicketTypes'] = async (db, event, lang, now) => {
  const rows = await typeRowsOf(db, [event.id])
  const offered = event.kind === 'seats' ? withSeatsLeft(rows, await seatsLeftOf(db, event.id)) : rows
  return (
    offered
      .filter((row) => row.type === 'regular')
      // of the event as it is shown: a preview shows a draft as if it were published
      .map((row) => viewPublicType({ ...row, event_status: event.status }, event.settings, lang, now))
  )
}

/** Copies the ticket types of an event with their quantities; the copies have no sales. */
export const copyTicketTypes =
  (stock: TicketStock): OnDuplicated =>
  async (platform, tx, { from, toId, later, copies }) => {
    for (const row of await typeRowsOf(tx, [from.id])) {
      const id = platform.newId()
      copies.set(row.id, id)
      await insertType(tx, {
        id,
        event_id: toId,
        account_id: row.account_id,
        name: row.name,
        info: row.info,
        type: row.type,
        price: row.price,
        service_fee: row.service_fee,
        purchase_limit: row.purchase_limit,
        position: row.position,
        texts: row.texts,
        sale_starts_at: row.sale_starts_at && later(row.sale_starts_at),
        sale_ends_at: row.sale_ends_at && later(row.sale_ends_at),
      })
      await stock.setTotal(tx, toId, id, row.quota)
    }
  }
