import type { customerOrder } from '@kartis/contract/public-orders.ts'

export type MyOrder = (typeof customerOrder)['_output']

/** A code that is on its way to a phone. */
export interface Sent {
  readonly phones_id: string
  readonly resend_at: string
  /** Country code without `+`. */
  readonly code: string
  readonly number: string
  /** The number as people write it. */
  readonly shown: string
}
