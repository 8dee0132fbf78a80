import { expect, it } from 'vitest'
import { isEntering, laneChangeOf, movesTickets } from './lane-question.ts'

const event = {
  starts_at: '2026-11-29T19:00:00Z',
  ends_at: '2026-11-29T22:00:00Z',
  timezone: 'Asia/Jerusalem',
  settings: { doors_at: '2026-11-29T18:00:00Z' },
}
const at = (time: string) => isEntering(event, new Date(`2026-11-29T${time}:00Z`))

it('people enter from the opening of the entrances until the event ends', () => {
  expect([at('17:59'), at('18:00'), at('21:59'), at('22:00')]).toEqual([false, true, true, false])
})

it('an event that does not say when its entrances open is entered on its day', () => {
  const open = { ...event, settings: {} }
  expect(isEntering(open, new Date('2026-11-28T20:00:00Z'))).toBe(false)
  expect(isEntering(open, new Date('2026-11-29T10:00:00Z'))).toBe(true)
})

it('entry hours that are earlier or later than the event count', () => {
  const settings = { entry_starts_at: '2026-11-29T16:00:00Z', entry_ends_at: '2026-11-30T01:00:00Z' }
  expect(isEntering({ ...event, settings }, new Date('2026-11-29T16:30:00Z'))).toBe(true)
  expect(isEntering({ ...event, settings }, new Date('2026-11-30T00:00:00Z'))).toBe(true)
})

it('a change is one of the policy, or of the number of lanes while there are lanes', () => {
  expect(laneChangeOf({ offline: 'trust' }, { offline: 'lanes', lanes: 2 })).toBe('lanes')
  expect(laneChangeOf({ offline: 'lanes', lanes: 2 }, { offline: 'trust', lanes: 2 })).toBe('trust')
  expect(laneChangeOf({ offline: 'lanes', lanes: 2 }, { offline: 'lanes', lanes: 3 })).toBe('count')
  expect(laneChangeOf({ offline: 'lanes', lanes: 2 }, { offline: 'lanes', lanes: 2 })).toBeUndefined()
})

it('tickets move where a gate with lanes gets others, admits other types, has another name or is gone', () => {
  const [a, b] = ['type a', 'type b']
  const north = { name: 'צפון', events_ticket_uuids: [a], lanes: [1, 2] }
  const south = { name: 'דרום', events_ticket_uuids: [] }
  const before = [north, south]
  for (const after of [
    [{ ...north, lanes: [1] }, south],
    [{ ...north, events_ticket_uuids: [a, b] }, south],
    [{ ...north, name: 'מזרח' }, south],
    [south],
    [north, { ...south, lanes: [3] }],
  ])
    expect(movesTickets(before, after)).toBe(true)
  for (const after of [
    [south, { ...north, lanes: [2, 1] }],
    [{ ...north, opens_at: '2026-11-29T18:00:00Z' }, south],
    [north, { ...south, events_ticket_uuids: [b] }],
    [north],
  ])
    expect(movesTickets(before, after)).toBe(false)
})
