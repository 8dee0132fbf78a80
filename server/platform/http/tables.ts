import type { GeneratedStamp, JsonOrNull, Stamp } from '../database/schema-columns.ts'

export interface RateCountersTable {
  key: string
  count: number
  resets_at: Stamp
}

export interface IdempotencyKeysTable {
  scope: string
  key: string
  body_hash: string
  status: number | null
  reply: JsonOrNull<unknown>
  created_at: GeneratedStamp
}

declare module '../database/schema.ts' {
  interface Database {
    rate_counters: RateCountersTable
    idempotency_keys: IdempotencyKeysTable
  }
}
