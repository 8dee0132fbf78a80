import type { Json, Stamp } from './schema-columns.ts'

export interface DataRightsLogTable {
  id: string
  /** None: someone for himself. */
  account_id: string | null
  user_id: string
  kind: 'export' | 'erase'
  person_hash: string
  counts: Json<Record<string, number>>
  created_at: Stamp
}

export interface DataRightsTables {
  data_rights_log: DataRightsLogTable
}
