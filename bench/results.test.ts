import { describe, expect, it } from 'vitest'
import type { Figure } from './report.ts'
import { regressions, type Result } from './results.ts'

const lastGood = (...figures: Figure[]): Result => ({
  at: '2026-01-01T00:00:00.000Z',
  machine: { processors: 2, model: 'any', node: 'v24' },
  name: 'page',
  figures,
})

describe('regressions', () => {
  it('a ratio that fell by more than a quarter is a regression', () => {
    const before = lastGood({ name: 'the sale page', rate: 5000, ofCeiling: 0.8 })
    expect(regressions(before, [{ name: 'the sale page', ofCeiling: 0.59 }])).toEqual([
      'the sale page: 80% of its ceiling before, 59% now',
    ])
    expect(regressions(before, [{ name: 'the sale page', ofCeiling: 0.61 }])).toEqual([])
  })

  it('a slower machine with the same ratio is no regression', () => {
    const before = lastGood({ name: 'the sale page', rate: 5000, p99: 20, ofCeiling: 0.8 })
    expect(regressions(before, [{ name: 'the sale page', rate: 500, p99: 400, ofCeiling: 0.8 }])).toEqual([])
  })

  it('a proof that no longer holds is a regression and shows its note', () => {
    const before = lastGood({ name: 'nothing was sold twice', proof: true })
    expect(regressions(before, [{ name: 'nothing was sold twice', proof: false, note: '3 oversold' }])).toEqual([
      'nothing was sold twice: held before, is broken now (3 oversold)',
    ])
    expect(regressions(before, [{ name: 'nothing was sold twice', proof: true }])).toEqual([])
  })

  it('a missing ratio or proof is a regression', () => {
    const before = lastGood(
      { name: 'admissions', ofCeiling: 0.8 },
      { name: 'the totals agree', proof: true },
      { name: 'memory' },
    )
    expect(regressions(before, [])).toEqual([
      'admissions: measured before, is missing now',
      'the totals agree: measured before, is missing now',
    ])
  })

  it('a proof that failed before and a new figure are no regressions', () => {
    const before = lastGood({ name: 'figures', proof: false })
    expect(
      regressions(before, [
        { name: 'figures', proof: false },
        { name: 'new', ofCeiling: 0.1 },
      ]),
    ).toEqual([])
  })
})
