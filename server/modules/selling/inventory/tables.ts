import type { Generated } from 'kysely'

export interface StockTable {
  event_id: string
  ticket_type_id: string
  total: number
  held: Generated<number>
  sold: Generated<number>
}

declare module '../../../platform/database/schema.ts' {
  interface Database {
    stock: StockTable
  }
}
