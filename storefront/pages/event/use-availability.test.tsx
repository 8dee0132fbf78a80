import { act, renderHook } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { EventView } from '../../state/event-state.ts'
import { inPage, serve } from '../../testing/serve.tsx'
import { useAvailability } from './use-availability.ts'

const event = (phase: EventView['phase']) =>
  ({ uuid: 'e1', phase, ticketTypes: [{ uuid: 't1', left: 9, state: 'on_sale', max: 6 }] }) as unknown as EventView
const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))

let left = 5
const serveLeft = () =>
  serve(() => ({ events_tickets: [{ uuid: 't1', left, sale_state: 'on_sale', max_per_order: Math.min(6, left) }] }))

beforeEach(() => {
  vi.useFakeTimers()
  left = 5
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

describe('useAvailability', () => {
  it('replaces the figures of a cached page, and polls every 15 seconds', async () => {
    serveLeft()
    const { result } = renderHook(() => useAvailability(event('on_sale')), { wrapper: inPage() })
    expect(result.current.ticketTypes[0]?.left).toBe(9)
    await pass(0)
    expect(result.current.ticketTypes[0]).toMatchObject({ left: 5, max: 5 })
    left = 2
    await pass(15_000)
    expect(result.current.ticketTypes[0]).toMatchObject({ left: 2, max: 2 })
  })

  it('sends nothing while the page is hidden, and at once when it is visible again', async () => {
    const requests = serveLeft()
    const visibility = vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden')
    renderHook(() => useAvailability(event('on_sale')), { wrapper: inPage() })
    await pass(60_000)
    expect(requests).toHaveLength(0)
    visibility.mockReturnValue('visible')
    document.dispatchEvent(new Event('visibilitychange'))
    await pass(0)
    expect(requests).toHaveLength(1)
  })

  it('sends nothing after the event', async () => {
    const requests = serveLeft()
    renderHook(() => useAvailability(event('over')), { wrapper: inPage() })
    await pass(60_000)
    expect(requests).toHaveLength(0)
  })

  it('reads twice on refresh, because the first reply may lag behind', async () => {
    const requests = serveLeft()
    const { result } = renderHook(() => useAvailability(event('on_sale')), { wrapper: inPage() })
    await pass(0)
    await act(() => result.current.refresh())
    expect(requests).toHaveLength(2)
    await pass(2000)
    expect(requests).toHaveLength(3)
  })
})
