import type { Generated } from 'kysely'
import type { GeneratedStamp, JsonOrNull, MessageAttachment, StampOrNull } from '../database/schema-columns.ts'

export interface MessagesTable {
  id: string
  channel: 'sms' | 'email'
  to: string
  lang: string
  template: string
  subject: string | null
  text: string
  html: string | null
  secret: JsonOrNull<{ code?: string; sealed?: string } | null>
  attachments: JsonOrNull<readonly MessageAttachment[] | null>
  status: Generated<'queued' | 'sent' | 'failed' | 'dead'>
  attempts: Generated<number>
  last_error: string | null
  provider: string | null
  provider_ref: string | null
  account_id: string | null
  event_id: string | null
  order_id: string | null
  created_at: GeneratedStamp
  sent_at: StampOrNull
}

declare module '../database/schema.ts' {
  interface Database {
    messages: MessagesTable
  }
}
