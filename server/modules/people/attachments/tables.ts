import type { GeneratedStamp } from '../../../platform/database/schema-columns.ts'

export interface AttachmentsTable {
  id: string
  account_id: string
  owner_type: 'account' | 'event' | 'order'
  owner_id: string
  slot: string
  file_key: string
  name: string
  content_type: string
  bytes: number
  width: number | null
  height: number | null
  colors: string[] | null
  created_by: string | null
  created_at: GeneratedStamp
}

declare module '../../../platform/database/schema.ts' {
  interface Database {
    attachments: AttachmentsTable
  }
}
