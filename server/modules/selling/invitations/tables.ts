import type { Stamp, StampOrNull } from '../../../platform/database/schema-columns.ts'

export interface InvitationsTable {
  event_id: string
  id: string
  order_id: string
  account_id: string
  recipient_name: string
  phone: string
  sent_by: string | null
  created_at: Stamp
  revoked_at: StampOrNull
}

declare module '../../../platform/database/schema.ts' {
  interface Database {
    invitations: InvitationsTable
  }
}
