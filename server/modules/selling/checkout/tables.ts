/** A row to lock for each phone whose tickets at an event are counted. */
export interface LimitPhonesTable {
  event_id: string
  phone_hash: string
}

declare module '../../../platform/database/schema.ts' {
  interface Database {
    limit_phones: LimitPhonesTable
  }
}
