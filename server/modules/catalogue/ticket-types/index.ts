import type { Plugin } from '../../../platform/http/route.ts'
import { ticketTypeRoutes } from './routes.ts'
import type { TicketStock } from './ticket-stock.ts'

export { copyTicketTypes, publicTicketTypes, ticketTypesOfEvents } from './event-extensions.ts'
export { repriceTypes } from './price-types.ts'
export { createType } from './save-ticket-type.ts'
export type { TypeTexts } from './tables.ts'
export type { TicketStock } from './ticket-stock.ts'
export { type TicketTypeRow, typeRowsOf } from './ticket-type-queries.ts'
export { type TypeNames, typeNamesIn } from './type-names.ts'

/** Ticket types: price, sale period, purchase limit and order on the sale page. */
export const createTicketTypes =
  (stock: TicketStock): Plugin =>
  async (app, platform) => {
    ticketTypeRoutes(app, { ...platform, stock })
  }
