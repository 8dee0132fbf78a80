import { describe, expect, it } from 'vitest'
import { countdownTo } from './countdown.ts'

const start = new Date('2026-12-17T19:00:00Z')
const end = new Date('2026-12-17T21:30:00Z')
const at = (text: string, days = 0) => countdownTo(start, end, new Date(text), days)

describe('countdownTo', () => {
  it('counts calendar days while the event is far away', () => {
    expect(at('2026-11-21T02:00:00Z', 26)).toEqual({ kind: 'before', unit: 'days', count: 26 })
  })
  it('counts hours from two days before and minutes in the last hour', () => {
    expect(at('2026-12-16T19:00:00Z', 1)).toEqual({ kind: 'before', unit: 'hours', count: 24 })
    expect(at('2026-12-17T18:15:00Z')).toEqual({ kind: 'before', unit: 'minutes', count: 45 })
    expect(at('2026-12-17T18:59:50Z')).toEqual({ kind: 'before', unit: 'minutes', count: 1 })
  })
  it('reports a running event and one that is over', () => {
    expect(at('2026-12-17T19:00:00Z')).toEqual({ kind: 'running' })
    expect(at('2026-12-17T21:30:00Z')).toEqual({ kind: 'over' })
  })
})
