import { refuse } from '@kartis/domain/refusal.ts'
import type { TicketStock } from '../../catalogue/ticket-types/index.ts'
import { deleteStock, readStock, writeTotal } from './stock-queries.ts'

/** What ticket types may do with their counters. */
export const ticketStock: TicketStock = {
  /** The row decides by itself whether the total fits, so that a sale in the same instant cannot slip past. */
  setTotal: async (tx, eventId, typeId, total) => {
    if (await writeTotal(tx, eventId, typeId, total)) return undefined
    const stock = await readStock(tx, eventId, typeId)
    return refuse('quantity_below_sold', {
      fields: { sum_total_available: ['below_sold'] },
      detail: { sold: stock?.sold ?? 0, held: stock?.held ?? 0 },
    })
  },
  remove: deleteStock,
}
