import { describe, expect, it } from 'vitest'
import { labelledIndices, lineThrough, pointsOf, scaleFor } from './area-curve.ts'

describe('area chart geometry', () => {
  it('scales to round numbers above the maximum', () => {
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
    expect(labelledIndices(18)).toEqual([0, 6, 11, 17])
    expect(labelledIndices(2)).toEqual([0, 1])
    expect(labelledIndices(1)).toEqual([0])
  })
})
