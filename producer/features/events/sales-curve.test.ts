import { describe, expect, it } from 'vitest'
import { everyDay, labelledPlaces, lineThrough, pointsOf, scaleFor } from './sales-curve.ts'

const sold = (day: string, tickets: number) => ({ day, tickets, sum_total_amount: tickets * 149 })

describe('the sales chart', () => {
  it('shows days without sales as zero, up to today', () => {
    const days = everyDay([sold('2026-11-17', 4), sold('2026-11-19', 2)], '2026-11-21')
    expect(days.map(({ tickets }) => tickets)).toEqual([4, 0, 2, 0, 0])
  })

  it('crosses the change of the clock without losing or doubling a day', () => {
    const days = everyDay([sold('2026-10-24', 1), sold('2026-10-26', 1)], '2026-10-26')
    expect(days.map(({ day }) => day)).toEqual(['2026-10-24', '2026-10-25', '2026-10-26'])
  })

  it('starts from an empty day when everything was sold today, and is empty before the first sale', () => {
    expect(everyDay([sold('2026-11-21', 3)], '2026-11-21').map(({ tickets }) => tickets)).toEqual([0, 3])
    expect(everyDay([], '2026-11-21')).toEqual([])
  })

  it('has a scale of round numbers that holds the highest day', () => {
    expect(scaleFor(129)).toEqual([0, 50, 100, 150])
    expect(scaleFor(1)).toEqual([0, 1, 2, 3])
    expect(scaleFor(0)).toEqual([0, 1, 2, 3])
    expect(scaleFor(7)).toEqual([0, 5, 10, 15])
  })

  it('draws a line that never leaves the plot', () => {
    const points = pointsOf([0, 10, 0], 10)
    expect(points.map(({ x }) => x)).toEqual([0, 50, 100])
    expect(lineThrough(points)).toBe(
      'M0.00 100.00C25.00 100.00 25.00 0.00 50.00 0.00C75.00 0.00 75.00 100.00 100.00 100.00',
    )
  })

  it('labels the first and the last day and at most two between', () => {
    expect(labelledPlaces(18)).toEqual([0, 6, 11, 17])
    expect(labelledPlaces(2)).toEqual([0, 1])
    expect(labelledPlaces(1)).toEqual([0])
  })
})
