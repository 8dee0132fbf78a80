import type { Json, Stamp } from '../../../platform/database/schema-columns.ts'

export interface DataRightsLogTable {
  id: string
  /** null: the person's own request. */
  account_id: string | null
  user_id: string
  kind: 'export' | 'erase'
  person_hash: string
  counts: Json<Record<string, number>>
  created_at: Stamp
}

declare module '../../../platform/database/schema.ts' {
  interface Database {
    data_rights_log: DataRightsLogTable
  }
}
