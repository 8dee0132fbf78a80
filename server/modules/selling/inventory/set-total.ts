import { type Refusal, refuse } from '@kartis/domain/refusal.ts'
import type { Tx } from '../../../platform/database/db.ts'
import { readStock, writeTotal } from './stock-queries.ts'

/**
 * The number of tickets offered of a type; makes its counter on first use. `quantity_below_sold` when more than that
 * is already sold or held, decided by the row itself so that a sale in the same instant cannot slip past.
 */
export const setTotal = async (
  tx: Tx,
  eventId: string,
  typeId: string,
  total: number,
): Promise<Refusal | undefined> => {
  if (await writeTotal(tx, eventId, typeId, total)) return undefined
  const stock = await readStock(tx, eventId, typeId)
  return refuse('quantity_below_sold', {
    fields: { sum_total_available: ['below_sold'] },
    detail: { sold: stock?.sold ?? 0, held: stock?.held ?? 0 },
  })
}
