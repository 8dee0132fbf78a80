import { describe, expect, it } from 'vitest'
import { datePresetDays } from './date-preset.ts'

describe('datePresetDays', () => {
  it('today is a single day', () => {
    expect(datePresetDays('today', '2026-11-22')).toEqual({ from: '2026-11-22', to: '2026-11-22' })
  })

  it.each([
    ['a Sunday', '2026-11-22', '2026-11-26', '2026-11-28'],
    ['a Wednesday', '2026-11-25', '2026-11-26', '2026-11-28'],
    ['a Thursday', '2026-11-26', '2026-11-26', '2026-11-28'],
    ['a Friday', '2026-11-27', '2026-11-27', '2026-11-28'],
    ['a Saturday', '2026-11-28', '2026-11-28', '2026-11-28'],
    ['the last Sunday of a year', '2026-12-27', '2026-12-31', '2027-01-02'],
  ])('the weekend seen from %s ends on Saturday', (_, today, from, to) => {
    expect(datePresetDays('weekend', today)).toEqual({ from, to })
  })

  it.each([
    ['2026-11-22', '2026-11-30'],
    ['2026-12-31', '2026-12-31'],
    ['2028-02-10', '2028-02-29'],
  ])('the month seen from %s is the rest of it', (today, to) => {
    expect(datePresetDays('month', today)).toEqual({ from: today, to })
  })
})
