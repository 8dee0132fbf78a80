import type { Plugin } from '../../../platform/http/route.ts'
import { eventExtensions } from '../events/index.ts'
import { ticketTypeRoutes } from './routes.ts'
import type { TicketStock } from './ticket-stock.ts'
import { insertType, typeRowsOf } from './ticket-type-queries.ts'
import { viewPublicType, viewTicketType } from './ticket-type-view.ts'

export { createType } from './save-ticket-type.ts'
export type { TicketStock } from './ticket-stock.ts'
export { type TicketTypeRow, typeRowsOf } from './ticket-type-queries.ts'
export { type TypeNames, typeNamesIn } from './type-names.ts'

/** Ticket types: what is sold, for how much, when, and in which order it stands on the page. */
export const createTicketTypes =
  (stock: TicketStock): Plugin =>
  async (app, platform) => {
    const parts = eventExtensions(platform)
    parts.ticketTypes = async (db, eventIds, role, now) =>
      (await typeRowsOf(db, eventIds)).map((row) => viewTicketType(row, role, now))
    parts.publicTicketTypes = async (db, event, lang, now) =>
      (await typeRowsOf(db, [event.id]))
        .filter((row) => row.type === 'regular')
        .map((row) => viewPublicType(row, event.settings, lang, now))
    parts.duplicated.push(async (tx, from, toId, later, copies) => {
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
          purchase_limit: row.purchase_limit,
          position: row.position,
          texts: row.texts,
          sale_starts_at: row.sale_starts_at && later(row.sale_starts_at),
          sale_ends_at: row.sale_ends_at && later(row.sale_ends_at),
        })
        await stock.setTotal(tx, toId, id, row.total)
      }
    })
    ticketTypeRoutes(app, { ...platform, stock })
  }
