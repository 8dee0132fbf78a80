import { ownUndoLeft } from '@kartis/domain/own-undo.ts'
import { useCallback, useEffect, useState } from 'react'
import { type Admitted, readRecentEntries, saveRecentEntries } from '../../shared/check-in/recent-entries.ts'
import { useNow } from '../../shared/use-now.ts'

const SHOWN = 5
/** How often the time that is left is looked at. */
const LEFT_EVERY_MS = 5000

/** The last entry of this device, while whoever made it may take it back: entries by hand of one order are its last. */
export const useLastOwn = (admitted: readonly Admitted[]): readonly Admitted[] => {
  const now = useNow(LEFT_EVERY_MS)
  return admitted.filter(
    ({ at, isAgain }) => at === admitted[0]?.at && isAgain !== true && ownUndoLeft(new Date(at), now) > 0,
  )
}

/** The last entries that this device made at an event; they stay after a reload, also without a network. */
export const useRecentEntries = (event: string) => {
  const [admitted, setAdmitted] = useState<readonly Admitted[]>(() => readRecentEntries(event))
  useEffect(() => saveRecentEntries(event, admitted), [event, admitted])

  /** Adds entries, also those by hand. */
  const note = useCallback(
    (entries: readonly Admitted[]) => setAdmitted((before) => [...entries.toReversed(), ...before].slice(0, SHOWN)),
    [],
  )
  /** Takes off an entry that was undone. */
  const forget = useCallback(
    (ticketUuid: string) => setAdmitted((before) => before.filter((entry) => entry.ticketUuid !== ticketUuid)),
    [],
  )
  return { admitted, note, forget }
}
