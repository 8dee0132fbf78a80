import type { Stamp } from '../../../platform/database/schema-columns.ts'

/** A row to lock for each phone whose tickets at an event are counted. */
export interface LimitPhonesTable {
  event_id: string
  phone_hash: string
}

/** Orders whose buyers agree to equal seats, if theirs are gone when a late payment arrives. */
export interface EqualSeatConsentsTable {
  event_id: string
  order_id: string
  agreed_at: Stamp
}

declare module '../../../platform/database/schema.ts' {
  interface Database {
    limit_phones: LimitPhonesTable
    equal_seat_consents: EqualSeatConsentsTable
  }
}
