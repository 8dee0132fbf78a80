import { useState } from 'react'
import { useLeaveGuard } from '../../shared/use-leave-guard.ts'

/** What was typed about the cash of a shift and not sent yet. */
export interface ShiftCount {
  readonly cash: string
  readonly note: string
  readonly change: (fields: { readonly cash?: string; readonly note?: string }) => void
  /** It was sent. */
  readonly clear: () => void
}

const NOTHING = { cash: '', note: '' }

/**
 * The count of a shift, or of the float that opens one (`shift` is null). It is of the register, so that it stays while another
 * view of the register is open: a drawer that was counted is not counted twice. Leaving the register asks first.
 */
export const useShiftCount = (shift: string | null): ShiftCount => {
  const [typed, setTyped] = useState({ ...NOTHING, shift })
  // The shift may have been closed or opened elsewhere meanwhile.
  const { cash, note } = typed.shift === shift ? typed : NOTHING
  useLeaveGuard({ dirty: cash !== '' || note !== '' })
  return {
    cash,
    note,
    change: (fields) => setTyped({ cash, note, ...fields, shift }),
    clear: () => setTyped({ ...NOTHING, shift }),
  }
}
