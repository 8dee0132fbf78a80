import { describe, expect, it } from 'vitest'
import { movedFrom } from './event-moves.ts'

const day = (date: number): Date => new Date(`2026-12-${String(date).padStart(2, '0')}T18:00:00.000Z`)
const move = (at: number, from: number) => ({ at: day(at).toISOString(), from: day(from).toISOString() })
const event = (starts: number, ...moves: ReturnType<typeof move>[]) => ({
  moves,
  startsAt: day(starts),
  timeZone: 'Asia/Jerusalem',
})

describe('the date that an event was moved from', () => {
  it('is the first one that was announced for everybody', () => {
    expect(movedFrom(event(20, move(1, 10), move(3, 15)))).toEqual(day(10))
  })

  it('is the one under which a buyer bought', () => {
    const moved = event(20, move(1, 10), move(3, 15))
    expect(movedFrom(moved, day(0 + 1))).toEqual(day(15))
    expect(movedFrom(moved, day(2))).toEqual(day(15))
    expect(movedFrom(moved, new Date('2026-11-30T10:00:00Z'))).toEqual(day(10))
  })

  it('is none for who bought after the change, for an event that came back to its date, and without a change', () => {
    expect(movedFrom(event(20, move(1, 10)), day(2))).toBeNull()
    expect(movedFrom(event(10, move(1, 10), move(3, 15)))).toBeNull()
    expect(movedFrom(event(10))).toBeNull()
  })
})
