import type { Generated } from 'kysely'
import type { GeneratedJson, GeneratedStamp, StampOrNull } from '../../../platform/database/schema-columns.ts'
import type { TextsOf } from '../../../platform/database/localized-text.ts'

/** A ticket type's texts in other languages. */
export type TypeTexts = TextsOf<'name' | 'info'>

/** Ticket types. Quantities are in `stock`, which inventory owns. */
export interface TicketTypesTable {
  /** events.id */
  event_id: string
  id: string
  /** accounts.id */
  account_id: string
  name: string
  info: Generated<string>
  /** `regular`: on sale to the public; `producer`: given out by the producer only. */
  type: Generated<'regular' | 'producer'>
  /** What buyers pay, in agorot. */
  price: number
  /** The part of the price that was added as the service fee, in agorot; 0: the producer bears it. */
  service_fee: Generated<number>
  /** Maximum tickets of one order; null: no limit of its own. */
  purchase_limit: number | null
  sale_starts_at: StampOrNull
  sale_ends_at: StampOrNull
  position: number
  texts: GeneratedJson<TypeTexts>
  archived_at: StampOrNull
  created_at: GeneratedStamp
  updated_at: GeneratedStamp
}

/** Which part of a price was the service fee, and since when; a trigger of `ticket_types` writes it. */
export interface TicketTypeFeesTable {
  event_id: string
  ticket_type_id: string
  /** What buyers pay, in agorot. */
  price: number
  service_fee: number
  since: StampOrNull
}

declare module '../../../platform/database/schema.ts' {
  interface Database {
    ticket_types: TicketTypesTable
    ticket_type_fees: TicketTypeFeesTable
  }
}
