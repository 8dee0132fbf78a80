import type { ScanStatistics } from '@kartis/contract/event-figures.ts'
import type { Event } from '@kartis/contract/events.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useRef } from 'react'
import { scanKey } from '../../shared/check-in/use-gate-event.ts'

/** Shows counters; `requestedAt` (of `performance.now()`) is when they were requested, if they are not the answer to an entry. */
export type ShowCounters = (counters: ScanStatistics, requestedAt?: number) => void

/**
 * Keeps the counters of an event in the query of its scan page.
 * An entry is counted by its own answer. What was requested before that answer came does not know the entry
 * and may arrive later: it is dropped, so that the counters never run backwards under a steward's eyes.
 */
export const useCounters = (uuid: string): ShowCounters => {
  const queries = useQueryClient()
  const countedAt = useRef(0)
  return useCallback(
    (counters, requestedAt) => {
      const now = performance.now()
      if ((requestedAt ?? now) < countedAt.current) return
      if (requestedAt === undefined) countedAt.current = now
      const show = () =>
        queries.setQueryData<Event>(scanKey(uuid), (event) => event && { ...event, scan_statistics: counters })
      void queries.cancelQueries({ queryKey: scanKey(uuid) }).then(show)
    },
    [queries, uuid],
  )
}
