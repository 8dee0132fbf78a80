import * as fc from 'fast-check'
import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { decideScan, isAdmitted } from './admission.ts'
import { gateOfLane, laneOf, lanePlanOf, type LanePlan } from './lanes.ts'

const plan: LanePlan = { count: 8, gates: [] }
const tickets = Array.from({ length: 10_000 }, () => randomUUID())

describe('the lane of a ticket', () => {
  test('is the same everywhere, and lanes get equal shares', () => {
    const counts = new Map<number, number>()
    for (const id of tickets) {
      const lane = laneOf(plan, id, 't') ?? 0
      expect(laneOf(plan, id.toUpperCase(), 'another type')).toBe(lane)
      counts.set(lane, (counts.get(lane) ?? 0) + 1)
    }
    expect([...counts.keys()].toSorted((a, b) => a - b)).toEqual([1, 2, 3, 4, 5, 6, 7, 8])
    // 1250 each; six standard deviations are 198
    for (const count of counts.values()) expect(Math.abs(count - 1250)).toBeLessThan(198)
  })

  test('is at a gate that admits its type', () => {
    const gates = [
      { name: 'VIP', typeIds: ['vip'], lanes: [1] },
      { name: 'צפון', typeIds: ['regular'], lanes: [2, 3] },
    ]
    fc.assert(
      fc.property(fc.uuid(), (id) => {
        expect(laneOf({ count: 3, gates }, id, 'vip')).toBe(1)
        expect([2, 3]).toContain(laneOf({ count: 3, gates }, id, 'regular'))
        expect([1, 2, 3]).toContain(laneOf({ count: 3, gates }, id, 'of no gate'))
        expect(laneOf({ count: 3, gates }, id, '')).toBeUndefined()
      }),
      { seed: 20_261_123, numRuns: 100 },
    )
    expect([1, 3, 7].map((lane) => gateOfLane({ count: 8, gates }, lane))).toEqual(['VIP', 'צפון', null])
  })

  test('is at the gate of its seat, where that has lanes; nobody has one for a seat that is not known', () => {
    const gates = [
      { name: 'שער 1', typeIds: [], lanes: [1] },
      { name: 'שער 5', typeIds: [], lanes: [2, 3] },
      { name: 'שער 7', typeIds: [] },
    ]
    for (const id of tickets.slice(0, 50)) {
      expect([2, 3]).toContain(laneOf({ count: 3, gates }, id, 't', '5'))
      expect(laneOf({ count: 3, gates }, id, 't', '7')).toBe(laneOf({ count: 3, gates }, id, 't'))
    }
    const ticket = {
      id: tickets[0] ?? '',
      eventId: 'e',
      ticketTypeId: 't',
      status: 'valid',
      redemption: 'pending',
    } as const
    const lanes = { plan: { count: 3, gates }, own: 1 }
    const scan = { codeKind: 'signed', eventId: 'e', now: new Date(0), lanes } as const
    const nobody = { refusal: 'S8', detail: { lane: null, gate: null } }
    expect(decideScan({ ...scan, ticket: { ...ticket, isSeatUnknown: true } })).toEqual(nobody)
  })

  test('is asked for only where the event uses lanes', () => {
    expect(lanePlanOf(undefined, [])).toBeUndefined()
    expect(lanePlanOf({ offline: 'trust', lanes: 4 }, [])).toBeUndefined()
    expect(lanePlanOf({ offline: 'lanes', lanes: 4 }, [])).toEqual({ count: 4, gates: [] })
  })
})

test('of eight devices without a network, each with a lane, exactly one admits each of 10,000 shared tickets', () => {
  const admitted = new Map<string, number>()
  for (let own = 1; own <= 8; own++)
    for (const id of tickets) {
      const verdict = decideScan({
        codeKind: 'signed',
        ticket: { id, eventId: 'e', ticketTypeId: 't', status: 'valid', redemption: 'pending' },
        eventId: 'e',
        now: new Date(0),
        lanes: { plan, own },
      })
      if (isAdmitted(verdict)) admitted.set(id, (admitted.get(id) ?? 0) + 1)
      else expect(verdict).toEqual({ refusal: 'S8', detail: { lane: laneOf(plan, id, 't'), gate: null } })
    }
  expect(admitted.size).toBe(tickets.length)
  expect([...admitted.values()].every((times) => times === 1)).toBe(true)
})
