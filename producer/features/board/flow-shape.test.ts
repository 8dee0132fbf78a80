import type { GateBoard } from '@kartis/contract/gate-board.ts'
import { describe, expect, it } from 'vitest'
import { flowShape, scaleAbove } from './flow-shape.ts'

const gate = (name: string, per_minute: number[]): GateBoard['gates'][number] => ({
  name,
  per_minute,
  entered: 0,
  rate: 0,
  state: 'flowing',
  devices: 1,
  unknown_since: null,
})

const board = (more: Partial<GateBoard> = {}): GateBoard => ({
  as_of: '2026-12-17T20:03:00.000Z',
  event: { uuid: '', name: '', starts_at: '2026-12-17T20:10:00Z', ends_at: '2026-12-17T23:00:00Z', timezone: 'UTC' },
  counters: { total_scanned: 0, total_unscanned: 0, total_tickets: 0 },
  flow: { from: '2026-12-17T20:00:00Z', minutes: 4, rate: 4 },
  gates: [gate('a', [2, 0, 4, 1]), gate('b', [2, 1, 4, 0])],
  forecast: { entered: 30, outside: 2, all_at: '2026-12-17T20:20:00Z', remedy: null },
  ticket_types: [],
  devices: [],
  ended_devices: [],
  unknown: null,
  refusals: [],
  conflicts: { open: 0, explained: 0, items: [] },
  ...more,
})

describe('the drawing of the entries', () => {
  it('stacks the gates of a minute without a gap, and has no bar for nothing', () => {
    const { bars, top } = flowShape(board(), 200)
    expect(top).toBe(8)
    expect(bars).toHaveLength(6)
    const [first, second] = bars.filter(({ x }) => x < 10)
    expect(first).toMatchObject({ y: 150, height: 50, place: 0 })
    expect(second).toMatchObject({ y: 100, height: 50, place: 1 })
    expect(bars.every(({ y, height }) => y >= 0 && y + height <= 200)).toBe(true)
  })

  it('goes on to the start at the present rate, and falls where the last one has entered before', () => {
    expect(flowShape(board(), 200)).toMatchObject({ width: 100, now: 30, next: 'M30 100H100' })
    const early = { entered: 32, outside: 0, all_at: '2026-12-17T20:06:00Z', remedy: null }
    expect(flowShape(board({ forecast: early }), 200).next).toBe('M30 100H60V200')
  })

  it('ends now where there is no forecast', () => {
    expect(flowShape(board({ forecast: null }), 200)).toMatchObject({ width: 40, now: 30, next: undefined })
  })

  it('has a scale of whole quarters above every bar', () => {
    for (let most = 0; most < 500; most++) {
      expect(scaleAbove(most)).toBeGreaterThanOrEqual(most)
      expect(scaleAbove(most) % 4).toBe(0)
    }
    expect([0, 15, 21, 100].map(scaleAbove)).toEqual([4, 16, 40, 120])
  })
})
