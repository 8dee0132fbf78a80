import { describe, expect, it } from 'vitest'
import { addSeats, boundedPicks, itemsWithSeats, seatsOf, unseated, withoutSeats } from './seat-picks.ts'

const adult = { uuid: 'adult', name: 'רגיל', quantity: 2 }
const soldier = { uuid: 'soldier', name: 'חייל', quantity: 1 }

describe('seats chosen on the map', () => {
  it('go to the tickets that lack one, then to more of the first type', () => {
    const picks = addSeats([adult, soldier], {}, ['a', 'b', 'c', 'd'])
    expect(picks).toEqual({ adult: ['a', 'b', 'd'], soldier: ['c'] })
    expect(unseated([adult, soldier], {})).toBe(3)
    expect(unseated([adult, soldier], picks)).toBe(0)
  })

  it('are taken off one by one, and with the tickets that they were for', () => {
    const picks = { adult: ['a', 'b'], soldier: ['c'] }
    expect(withoutSeats(picks, ['c', 'a'])).toEqual({ adult: ['b'] })
    expect(boundedPicks(picks, (type) => (type === 'adult' ? 1 : 0))).toEqual({ adult: ['a'] })
    expect(seatsOf(picks)).toEqual(['a', 'b', 'c'])
  })

  it('are named in the request; tickets without one ask for the best', () => {
    const lines = [
      { uuid: 'adult', quantity: 3 },
      { uuid: 'soldier', quantity: 1 },
    ]
    expect(itemsWithSeats(lines, { adult: ['a', 'b'] })).toEqual([
      { events_ticket_uuid: 'adult', quantity: 2, seat_uuids: ['a', 'b'] },
      { events_ticket_uuid: 'adult', quantity: 1, best: {} },
      { events_ticket_uuid: 'soldier', quantity: 1 },
    ])
  })
})
