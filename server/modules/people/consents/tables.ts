import type { Stamp } from '../../../platform/database/schema-columns.ts'

/**
 * Log of marketing consents and withdrawals. Rows are never updated (a trigger refuses it); only an erasure deletes them.
 * The newest row of a phone and an account is in force.
 */
export interface MarketingConsentsTable {
  id: string
  /** accounts.id: the organiser. */
  account_id: string
  /** E.164 */
  phone: string
  email: string | null
  /** True: a consent; false: a withdrawal. */
  given: boolean
  /** Where it happened: in a checkout, or on the customer's own page. */
  channel: 'checkout' | 'customer'
  /** events.id and orders.id of a checkout; null for `customer`. No foreign keys. */
  event_id: string | null
  order_id: string | null
  /**
   * The text of the consent or of the withdrawal, rendered when the row was written. Empty for consents that are older
   * than this table.
   */
  wording: string
  lang: string
  /** Keyed hash of the IP address. */
  address_hash: string | null
  created_at: Stamp
}

declare module '../../../platform/database/schema.ts' {
  interface Database {
    marketing_consents: MarketingConsentsTable
  }
}
