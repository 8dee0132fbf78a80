import type { Generated } from 'kysely'
import type { Stamp } from '../../../platform/database/schema-columns.ts'

export interface PayoutsTable {
  event_id: string
  id: string
  account_id: string
  amount: number
  reference: Generated<string>
  paid_at: Stamp
}

declare module '../../../platform/database/schema.ts' {
  interface Database {
    payouts: PayoutsTable
  }
}
