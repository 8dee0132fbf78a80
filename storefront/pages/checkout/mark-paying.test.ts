import { beforeEach, describe, expect, it } from 'vitest'
import { readHold, saveHold } from '../../shared/saved-hold.ts'
import { markPaying } from './mark-paying.ts'

const HOLD = { order: '018f-1', token: 'a b', expires: '2026-12-01T10:00:00Z', cart: '[]' }

beforeEach(() => localStorage.clear())

describe('a saved hold', () => {
  it('says while the payment of its order is awaited, and of no other order', () => {
    saveHold('e1', HOLD)
    markPaying('e1', 'another', true)
    expect(readHold('e1')).toEqual(HOLD)
    markPaying('e1', HOLD.order, true)
    expect(Date.parse(readHold('e1')?.paying ?? '')).toBeGreaterThan(Date.now())
    markPaying('e1', HOLD.order, false)
    expect(readHold('e1')).toEqual(HOLD)
  })
})
