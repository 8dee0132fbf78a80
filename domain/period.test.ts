import { describe, expect, it } from 'vitest'
import { daysOf, presetPeriod, previousPeriod } from './period.ts'

describe('a period', () => {
  it('counts both its days, across a change of the clock too', () => {
    expect(daysOf({ from: '2026-11-21', to: '2026-11-21' })).toBe(1)
    expect(daysOf({ from: '2026-10-01', to: '2026-10-31' })).toBe(31)
  })

  it('of whole months is compared with as many whole months before', () => {
    expect(previousPeriod({ from: '2026-03-01', to: '2026-03-31' })).toEqual({ from: '2026-02-01', to: '2026-02-28' })
    expect(previousPeriod({ from: '2026-01-01', to: '2026-03-31' })).toEqual({ from: '2025-10-01', to: '2025-12-31' })
  })

  it('from the beginning of a month is compared with the same days of the month before', () => {
    expect(previousPeriod({ from: '2026-11-01', to: '2026-11-21' })).toEqual({ from: '2026-10-01', to: '2026-10-21' })
    expect(previousPeriod({ from: '2026-03-01', to: '2026-03-30' })).toEqual({ from: '2026-02-01', to: '2026-02-28' })
  })

  it('of other days is compared with as many days right before', () => {
    expect(previousPeriod({ from: '2026-11-10', to: '2026-11-19' })).toEqual({ from: '2026-10-31', to: '2026-11-09' })
    expect(previousPeriod({ from: '2026-09-01', to: '2026-11-21' })).toEqual({ from: '2026-06-11', to: '2026-08-31' })
  })

  it('has presets that know where months and years begin', () => {
    expect(presetPeriod('this_month', '2026-11-21')).toEqual({ from: '2026-11-01', to: '2026-11-21' })
    expect(presetPeriod('last_month', '2026-03-31')).toEqual({ from: '2026-02-01', to: '2026-02-28' })
    expect(presetPeriod('last_month', '2026-01-05')).toEqual({ from: '2025-12-01', to: '2025-12-31' })
    expect(presetPeriod('three_months', '2026-01-05')).toEqual({ from: '2025-11-01', to: '2026-01-05' })
    expect(presetPeriod('year', '2026-11-21')).toEqual({ from: '2026-01-01', to: '2026-11-21' })
    expect(presetPeriod('all', '2026-11-21')).toEqual({ to: '2026-11-21' })
  })
})
