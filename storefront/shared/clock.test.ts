import { act, renderHook } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { clockText, useSecondsLeft } from './clock.ts'

const NOW = Date.parse('2026-12-01T10:00:00Z')

beforeEach(() => vi.useFakeTimers({ now: NOW }))
afterEach(() => vi.useRealTimers())

describe('clockText', () => {
  it('has two digits each and rounds up', () => {
    expect(clockText(545)).toBe('09:05')
    expect(clockText(0.2)).toBe('00:01')
    expect(clockText(-3)).toBe('00:00')
  })
})

describe('useSecondsLeft', () => {
  it('counts down to zero each second and stays there', () => {
    const { result } = renderHook(() => useSecondsLeft('2026-12-01T10:00:03Z', NOW))
    expect(result.current).toBe(3)
    act(() => void vi.advanceTimersByTime(2000))
    expect(result.current).toBe(1)
    act(() => void vi.advanceTimersByTime(5000))
    expect(result.current).toBe(0)
  })

  it('starts again when the hold is extended', () => {
    const { result, rerender } = renderHook(({ until }) => useSecondsLeft(until, NOW), {
      initialProps: { until: '2026-12-01T10:00:03Z' },
    })
    rerender({ until: '2026-12-01T10:10:00Z' })
    expect(result.current).toBe(600)
  })

  it('is zero without an end', () => {
    expect(renderHook(() => useSecondsLeft(null, NOW)).result.current).toBe(0)
  })
})

describe('the clock of a page', () => {
  /** The clock after a page that says half a minute more than this device, which was opened in this way. */
  const openedBy = async (type: NavigationTimingType) => {
    class Timing {
      readonly type = type
      readonly responseStart = 100
    }
    vi.stubGlobal('PerformanceNavigationTiming', Timing)
    vi.spyOn(performance, 'getEntriesByType').mockReturnValue([new Timing() as unknown as PerformanceEntry])
    vi.resetModules()
    const clock = await import('./clock.ts')
    clock.syncClockWithPage(performance.timeOrigin + 100 + 30_000)
    return clock
  }
  afterEach(() => {
    vi.unstubAllGlobals()
    vi.restoreAllMocks()
  })

  it('is the one of the server that rendered it', async () => {
    expect((await openedBy('navigate')).serverTime()).toBe(NOW + 30_000)
  })

  it('is not that of a page out of the browser’s store, which Back opens: the first reply has it', async () => {
    const { serverTime, syncClockWithReply } = await openedBy('back_forward')
    expect(serverTime()).toBe(NOW)
    syncClockWithReply(new Headers({ date: 'Tue, 01 Dec 2026 10:05:00 GMT', 'cache-control': 'no-store' }))
    expect(serverTime()).toBe(NOW + 300_000)
  })
})

describe('the clock of a page that comes from a cache', () => {
  const reply = (date: string, cacheControl?: string) =>
    new Headers({ date, ...(cacheControl && { 'cache-control': cacheControl }) })

  it('follows the first reply that was sent now, not one that the browser has stored', async () => {
    vi.resetModules()
    const { serverTime, syncClockWithReply } = await import('./clock.ts')
    syncClockWithReply(reply('Tue, 01 Dec 2026 09:59:00 GMT', 'public, max-age=31536000, immutable'))
    expect(serverTime()).toBe(NOW)
    syncClockWithReply(reply('Tue, 01 Dec 2026 10:05:00 GMT', 'public, max-age=0, s-maxage=1'))
    expect(serverTime()).toBe(NOW + 300_000)
    syncClockWithReply(reply('Tue, 01 Dec 2026 10:09:00 GMT', 'no-store'))
    expect(serverTime()).toBe(NOW + 300_000)
  })
})
