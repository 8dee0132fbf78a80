import { describe, expect, it } from 'vitest'
import { everyDay } from './sales-curve.ts'

const sold = (day: string, tickets: number) => ({ day, tickets, sum_total_amount: tickets * 149 })

describe('everyDay', () => {
  it('fills days without sales with zero, up to today', () => {
    const days = everyDay([sold('2026-11-17', 4), sold('2026-11-19', 2)], '2026-11-21')
    expect(days.map(({ tickets }) => tickets)).toEqual([4, 0, 2, 0, 0])
  })

  it('crosses the clock change without losing or doubling a day', () => {
    const days = everyDay([sold('2026-10-24', 1), sold('2026-10-26', 1)], '2026-10-26')
    expect(days.map(({ day }) => day)).toEqual(['2026-10-24', '2026-10-25', '2026-10-26'])
  })

  it('starts with an empty day when everything was sold today and is empty before the first sale', () => {
    expect(everyDay([sold('2026-11-21', 3)], '2026-11-21').map(({ tickets }) => tickets)).toEqual([0, 3])
    expect(everyDay([], '2026-11-21')).toEqual([])
  })
})
