import type { Generated } from 'kysely'
import type { GeneratedStamp, JsonOrNull, MessageAttachment, StampOrNull } from '../database/schema-columns.ts'

export interface MessageSecret {
  /** The one-time code, where messages stay in the outbox. */
  readonly code?: string
  /** The encrypted texts, until they are sent. */
  readonly sealed?: string
  /** ISO instant after which the message is useless and is not sent. */
  readonly expires_at?: string
}

/** Outgoing SMS and e-mails (the outbox). */
export interface MessagesTable {
  id: string
  channel: 'sms' | 'email'
  /** E.164 or an e-mail address, by `channel`. */
  to: string
  lang: string
  template: string
  subject: string | null
  text: string
  html: string | null
  /** The layout that the sender puts round `html`; null: none, it is a whole page. Also of the HTML in `secret`. */
  layout: number | null
  secret: JsonOrNull<MessageSecret | null>
  attachments: JsonOrNull<readonly MessageAttachment[] | null>
  status: Generated<'queued' | 'sent' | 'failed' | 'dead'>
  attempts: Generated<number>
  last_error: string | null
  provider: string | null
  /** Id of the message at the provider. */
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
