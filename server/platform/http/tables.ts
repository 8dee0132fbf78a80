import type { GeneratedStamp, JsonOrNull, Stamp } from '../database/schema-columns.ts'

/** Rate limits: requests counted for a key until `resets_at`. */
export interface RateCountersTable {
  key: string
  count: number
  resets_at: Stamp
}

/** Requests with an `Idempotency-Key` and their replies. */
export interface IdempotencyKeysTable {
  /** The endpoint and the caller. */
  scope: string
  key: string
  /** Detects another request with the same key. */
  body_hash: string
  /** HTTP status of the reply; null while the request runs. */
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
