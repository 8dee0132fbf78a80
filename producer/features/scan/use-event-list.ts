import type { Event } from '@kartis/contract/events.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { lanesIn } from '../../shared/check-in/use-gate-contact.ts'
import { scanKey } from '../../shared/check-in/use-gate-event.ts'
import { type CheckIn, useAdmissionList } from './use-admission-list.ts'
import type { ShowCounters } from './use-counters.ts'

/**
 * The admission list of the event of a page. The event is loaded again when the list has another number of lanes: the
 * device decides by the list, and its lane is chosen among those of the event.
 */
export const useEventList = (event: Event, onCounters: ShowCounters): CheckIn => {
  const queries = useQueryClient()
  const { uuid } = event
  const checkIn = useAdmissionList(uuid, onCounters)
  const { list, refreshedAt } = checkIn
  const shown = lanesIn(event)
  useEffect(() => {
    const facts = refreshedAt === undefined ? undefined : list()?.facts
    if (facts && (facts.lanes ?? 0) !== shown) void queries.invalidateQueries({ queryKey: scanKey(uuid) })
  }, [uuid, shown, list, refreshedAt, queries])
  return checkIn
}
