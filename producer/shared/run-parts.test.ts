import { REFUND_ITEM_STATES } from '@kartis/domain/refund-run.ts'
import { describe, expect, it } from 'vitest'
import { daysLeft, ITEM_STATES, partsOf, returnedOf, stepOf } from './run-parts.ts'

describe('the outcomes of a refund run', () => {
  it('begin with what was returned and leave none out', () => {
    const progress = REFUND_ITEM_STATES.map((state, place) => ({ state, orders: 1, amount: place }))
    const parts = partsOf({ progress })
    expect(parts[0]).toEqual({ state: 'done', tone: 'good', orders: 1, amount: REFUND_ITEM_STATES.indexOf('done') })
    expect(parts.map(({ state }) => state).toSorted()).toEqual([...REFUND_ITEM_STATES].toSorted())
    expect(returnedOf({ progress: [] })).toBe(0)
  })

  it('show a refund without an answer as being checked, never as failed', () => {
    expect(ITEM_STATES.unknown).toBe('info')
  })
})

describe('the lawful clock', () => {
  it('counts whole days until the money is due', () => {
    const due = '2026-12-15T10:00:00Z'
    expect(daysLeft(due, new Date('2026-12-01T10:00:00Z'))).toBe(14)
    expect(daysLeft(due, new Date('2026-12-02T09:00:00Z'))).toBe(13)
    expect(daysLeft(due, new Date('2026-12-15T09:00:00Z'))).toBe(0)
    expect(daysLeft(due, new Date('2026-12-15T10:00:01Z'))).toBe(-1)
  })
})

describe('the step of a run', () => {
  it('is the approval until somebody approved, and the summary once nothing is sent by itself', () => {
    expect(stepOf({ state: 'previewed' })).toBe('approve')
    expect(stepOf({ state: 'paused' })).toBe('run')
    expect(stepOf({ state: 'finished_open' })).toBe('end')
  })
})
