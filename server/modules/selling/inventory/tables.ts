import type { Generated } from 'kysely'

export interface StockTable {
  event_id: string
  ticket_type_id: string
  total: number
  held: Generated<number>
  sold: Generated<number>
  /** Of a seated type: what the producer offers; `total` is the lesser of it and `seats`. Null: the type has no seats. */
  quota: Generated<number | null>
  /** Of a seated type: its seats that are for sale; of a standing area its capacity. */
  seats: Generated<number | null>
}

declare module '../../../platform/database/schema.ts' {
  interface Database {
    stock: StockTable
  }
}
