import { useCallback, useEffect, useState } from 'react'
import { type Admitted, readRecentEntries, saveRecentEntries } from '../../shared/check-in/recent-entries.ts'

const SHOWN = 5

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
