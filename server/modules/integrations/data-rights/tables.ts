import type { Json, Stamp } from '../../../platform/database/schema-columns.ts'

/** Exports and erasures of personal data; written by this module, never changed. */
export interface DataRightsLogTable {
  id: string
  /** null: the person's own request. */
  account_id: string | null
  /** Who exported or erased: `users.id`. The row of an erased user stays, without personal data. */
  user_id: string
  kind: 'export' | 'erase'
  /** HMAC of the phone (E.164) or e-mail (lower case). */
  person_hash: string
  /** How many records of each kind, as `HeldCounts` of the API. */
  counts: Json<Record<string, number>>
  created_at: Stamp
}

declare module '../../../platform/database/schema.ts' {
  interface Database {
    data_rights_log: DataRightsLogTable
  }
}
