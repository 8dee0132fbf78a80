import type { Event } from '@kartis/contract/events.ts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { act, waitFor } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { EVENT } from '../../testing/admission.ts'
import { renderAppHook } from '../../testing/render.tsx'
import { useCounters } from './use-counters.ts'
import { scanKey } from '../../shared/check-in/use-gate-event.ts'

const counters = (scanned: number) => ({ total_scanned: scanned, total_unscanned: 9 - scanned, total_tickets: 9 })
const eventWith = (scanned: number) => ({ uuid: EVENT, scan_statistics: counters(scanned) }) as Event

const gate = async () => {
  const answers: ((event: Event) => void)[] = []
  const { result } = await renderAppHook(() => {
    const event = useQuery({
      queryKey: scanKey(EVENT),
      queryFn: () => new Promise<Event>((resolve) => answers.push(resolve)),
    })
    return { scanned: event.data?.scan_statistics?.total_scanned, show: useCounters(EVENT), queries: useQueryClient() }
  })
  await waitFor(() => expect(answers).toHaveLength(1))
  await act(async () => answers[0]!(eventWith(0)))
  return { result, answers }
}

describe('useCounters', () => {
  it('drops an answer about the event that was requested before an entry', async () => {
    const { result, answers } = await gate()
    act(() => void result.current.queries.refetchQueries({ queryKey: scanKey(EVENT) }))
    await waitFor(() => expect(answers).toHaveLength(2))
    await act(async () => result.current.show(counters(1)))
    await act(async () => answers[1]!(eventWith(0)))
    await waitFor(() => expect(result.current.scanned).toBe(1))
  })

  it('drops counters of the list that were requested before an entry, and shows later ones', async () => {
    const { result } = await gate()
    const before = performance.now() - 1
    await act(async () => result.current.show(counters(2)))
    await act(async () => result.current.show(counters(1), before))
    await waitFor(() => expect(result.current.scanned).toBe(2))
    await act(async () => result.current.show(counters(5), performance.now()))
    await waitFor(() => expect(result.current.scanned).toBe(5))
  })
})
