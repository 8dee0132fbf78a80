import type { ManualReason } from '@kartis/domain/admission.ts'
import type { GateDirection } from '@kartis/domain/re-entry.ts'

/** A code or number that somebody let this device look at. */
export interface Attempt {
  readonly text: string
  /** A camera or a scanner read it; otherwise a person typed or chose it. */
  readonly isRead?: boolean
  /** The same for every attempt of one scan, so that a repeat is harmless. */
  readonly scanUuid: string
  readonly scannedAt: string
  /** An entry without it. */
  readonly direction?: GateDirection
  /** A lead lets it in although it belongs to another lane. */
  readonly isOverride?: boolean
  /** Why no code was scanned, for an entry by hand. */
  readonly manual?: { readonly reason: ManualReason; readonly note: string | null }
}
