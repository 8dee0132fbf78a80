import type { Stamp } from '../../../platform/database/schema-columns.ts'

export interface MarketingConsentsTable {
  id: string
  account_id: string
  /** E.164 */
  phone: string
  email: string | null
  /** False: withdrawn. */
  given: boolean
  channel: 'checkout' | 'customer'
  event_id: string | null
  order_id: string | null
  /** The wording as the buyer read it. */
  wording: string
  lang: string
  /** Keyed hash of the network address. */
  address_hash: string | null
  created_at: Stamp
}

declare module '../../../platform/database/schema.ts' {
  interface Database {
    marketing_consents: MarketingConsentsTable
  }
}
