import { describe, expect, it } from 'vitest'
import { isSoonEnough, OWN_UNDO_MS, ownUndoLeft } from './own-undo.ts'

const ENTERED = new Date('2026-12-03T18:30:00Z')
const after = (milliseconds: number) => new Date(ENTERED.getTime() + milliseconds)

describe('an own entry', () => {
  it('is taken back within two minutes, and never before it was made', () => {
    const isSoon = (milliseconds: number) => isSoonEnough({ enteredAt: ENTERED, undoneAt: after(milliseconds) })
    expect([0, OWN_UNDO_MS, OWN_UNDO_MS + 4000].map(isSoon)).toEqual([true, true, true])
    expect([OWN_UNDO_MS + 6000, 3_600_000, -6000].map(isSoon)).toEqual([false, false, false])
  })

  it('may be taken back for the rest of that time, whatever the clock does', () => {
    expect([0, 30_000, OWN_UNDO_MS, OWN_UNDO_MS + 1].map((at) => ownUndoLeft(ENTERED, after(at)))).toEqual([
      OWN_UNDO_MS,
      90_000,
      0,
      0,
    ])
    expect(ownUndoLeft(ENTERED, after(-86_400_000))).toBe(OWN_UNDO_MS)
  })
})
