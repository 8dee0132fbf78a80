import type { Agorot } from '@kartis/domain/money.ts'

/** An invoice that needs a number; sums in agorot. */
export interface AllocationRequest {
  /** Names the invoice to the Tax Authority: the same again is the same invoice. */
  readonly invoiceId: string
  /** Code of the type of the document. */
  readonly code: number
  /** Business numbers. */
  readonly issuer: string
  readonly recipient: string
  readonly day: string
  readonly net: Agorot
  readonly vat: Agorot
  readonly total: Agorot
}

/**
 * - `allocated`: the number
 * - `refused`: the Tax Authority has decided against it, or the request is wrong: asking again changes nothing
 * - `failed`: nobody replied, or not in its protocol: asked again later
 */
export type AllocationReply =
  | { readonly kind: 'allocated'; readonly number: string }
  | { readonly kind: 'refused' | 'failed'; readonly code: string; readonly message: string }

/** Whoever gives allocation numbers. */
export interface AllocationAuthority {
  readonly request: (invoice: AllocationRequest) => Promise<AllocationReply>
}
