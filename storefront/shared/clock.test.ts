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
