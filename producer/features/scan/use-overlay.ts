import type { ScanStatistics } from '@kartis/contract/event-figures.ts'
import { SCANNER } from '@kartis/domain/limits.ts'
import type { GateDirection } from '@kartis/domain/re-entry.ts'
import { createStore } from '@kartis/ui/components/store.ts'
import { useCallback, useEffect, useRef, useState } from 'react'
import type { ApiError } from '../../shared/api-error.ts'
import type { Admitted } from '../../shared/check-in/recent-entries.ts'
import type { Attempt } from './attempt.ts'
import type { DecidedBy, Entrant } from './check-ticket.ts'
import type { AdmittedTogether } from './gate-acts.ts'

export interface ByHand {
  /** How many entered together. */
  readonly count: number
  /** Whoever bought the order that they are of. */
  readonly holder: string | null
  readonly order: string
  /** What was to enter with them and did not. */
  readonly refused: AdmittedTogether['refused']
}

/** The full-screen result; undefined while the camera looks for a code. */
export type Overlay =
  | { readonly state: 'check' }
  | {
      readonly state: 'success'
      readonly ticket: Entrant
      readonly direction: GateDirection
      readonly decidedBy: DecidedBy
      /** After this entry. */
      readonly counters: ScanStatistics
      /** The entry, which can be taken back; undefined for an exit. */
      readonly entry: Admitted | undefined
      /** Of an entry by name or of several tickets of one order: nothing was scanned. */
      readonly byHand?: ByHand | undefined
    }
  | {
      readonly state: 'fail'
      readonly error: ApiError
      readonly at: string
      readonly text: string
      /** Of an entry by name: why no code was scanned, also where a lead then lets the ticket in. */
      readonly manual?: Attempt['manual']
    }
  /** `isForeign`: a scanner that types has read a long text that is no ticket. */
  | { readonly state: 'again'; readonly isForeign?: boolean }
  | { readonly state: 'unchecked'; readonly error: ApiError | undefined; readonly attempt: Attempt }

/** Whether all that were to enter did. */
export const isWhole = ({ byHand }: Overlay & { readonly state: 'success' }): boolean =>
  byHand === undefined || byHand.refused.length === 0

/**
 * The result on the screen. It is outside React's state: the page below has a hundred parts, which would be rendered again
 * with every result. A success closes itself.
 */
export const useOverlay = () => {
  const [overlay] = useState(() => createStore<Overlay | undefined>(undefined))
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  /** The result stays until it is closed by hand. */
  const hold = useCallback(() => clearTimeout(timer.current), [])
  const close = useCallback(() => {
    hold()
    overlay.write(undefined)
  }, [overlay, hold])
  const show = useCallback(
    (next: Overlay) => {
      hold()
      overlay.write(next)
      // One that says who did not enter stays until it was read.
      if (next.state === 'success' && isWhole(next)) timer.current = setTimeout(close, SCANNER.resetMs)
    },
    [overlay, hold, close],
  )
  useEffect(() => hold, [hold])
  return { overlay, show, hold, close }
}
