import { describe, expect, it } from 'vitest'
import { stateTableErrors } from '../testing/state-table.ts'
import {
  DISPUTE_MOVES,
  DISPUTE_STATES,
  disputable,
  disputeEnd,
  isOpenDispute,
  nearDeadline,
  producerAnswers,
  usualDeadline,
} from './dispute.ts'

describe('a dispute', () => {
  it('begins as notified and ends won, lost or accepted', () => {
    expect(stateTableErrors(DISPUTE_MOVES, 'notified', ['won', 'lost', 'accepted'])).toEqual([])
    expect(DISPUTE_STATES.filter(isOpenDispute)).toEqual(['notified', 'evidence_due', 'sent'])
  })

  it('is decided by the operator where the installation holds the money, and by the producer elsewhere', () => {
    expect(producerAnswers('notified', true)).toEqual(['sent', 'accepted'])
    expect(producerAnswers('sent', true)).toEqual(['accepted'])
    expect(producerAnswers('sent', false)).toEqual(['accepted', 'won', 'lost'])
    for (const state of ['won', 'lost', 'accepted'] as const) expect(producerAnswers(state, false)).toEqual([])
  })

  it('that is accepted is lost', () => {
    expect(DISPUTE_STATES.map(disputeEnd)).toEqual([undefined, undefined, undefined, 'won', 'lost', 'lost'])
  })

  it('has its deadline in days of Israel, over the end of a month', () => {
    // 00:30 of 25 November in Israel
    expect(usualDeadline(new Date('2026-11-24T22:30:00Z'), 10)).toBe('2026-12-05')
    expect(nearDeadline(new Date('2026-11-24T22:30:00Z'))).toBe('2026-11-28')
  })

  it('is of no more than earlier ones left of the charge', () => {
    expect(disputable(10_000, 2500)).toBe(7500)
    expect(disputable(10_000, 12_000)).toBe(0)
  })
})
