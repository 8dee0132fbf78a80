import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { decideScan, isAdmitted, type Scan, type TicketAtCheckIn } from './admission.ts'
import {
  afterAct,
  type GateAct,
  gateDay,
  obstacleTo,
  type Presence,
  RE_ENTRY_POLICIES,
  type ReEntryRules,
  replayPassages,
} from './re-entry.ts'

const ZONE = 'Asia/Jerusalem'
const rules = (policy: ReEntryRules['policy'], perDay: number | null = null): ReEntryRules => ({
  policy,
  perDay,
  zone: ZONE,
})
/** Local time in Israel, in winter. */
const at = (moment: string): Date => new Date(`2026-12-${moment}:00+02:00`)
const act = (direction: GateAct['direction'], moment: string, id = `${direction} ${moment}`): GateAct => ({
  id,
  at: at(moment),
  direction,
})
const entry = (moment: string, id?: string) => act('entry', moment, id)
const exit = (moment: string, id?: string) => act('exit', moment, id)
const counted = (acts: readonly GateAct[], policy: ReEntryRules) =>
  replayPassages(acts, policy).counted.map(({ id }) => id)

describe('the day of an event', () => {
  it('runs from five in the morning to five in the morning', () => {
    expect(gateDay(ZONE, at('03T23:30'))).toBe('2026-12-03')
    expect(gateDay(ZONE, at('04T04:59'))).toBe('2026-12-03')
    expect(gateDay(ZONE, at('04T05:00'))).toBe('2026-12-04')
  })
})

describe('a ticket that has entered', () => {
  it.each<[string, ReEntryRules, string[]]>([
    ['once and for all', rules('never'), ['entry 03T20:00', 'exit 03T21:00']],
    [
      'again after an exit, as often as it likes',
      rules('after_exit'),
      ['entry 03T20:00', 'exit 03T21:00', 'entry 03T21:30', 'exit 04T01:00', 'entry 04T02:00'],
    ],
    [
      'again after an exit, twice on one day, which ends at five',
      rules('after_exit', 2),
      ['entry 03T20:00', 'exit 03T21:00', 'entry 03T21:30', 'exit 04T01:00', 'entry 04T19:00'],
    ],
    [
      'once a day without an exit, and once more after one',
      rules('daily'),
      ['entry 03T20:00', 'exit 03T21:00', 'entry 03T21:30', 'exit 04T01:00', 'entry 04T02:00', 'entry 04T19:00'],
    ],
    ['once a day', rules('daily', 1), ['entry 03T20:00', 'exit 03T21:00', 'entry 04T19:00']],
  ])('enters %s', (_title, policy, expected) => {
    const acts = [
      entry('03T20:00'),
      entry('03T20:10'),
      exit('03T21:00'),
      entry('03T21:30'),
      exit('04T01:00'),
      exit('04T01:10'),
      entry('04T02:00'),
      entry('04T19:00'),
      entry('04T19:05'),
    ]
    expect(counted(acts, policy)).toEqual(expected)
  })

  it('leaves once, and not before it has entered', () => {
    expect(
      counted([exit('03T19:00'), entry('03T20:00'), exit('03T21:00'), exit('03T21:05')], rules('after_exit')),
    ).toEqual(['entry 03T20:00', 'exit 03T21:00'])
  })

  it('has the same passages in whatever order its acts arrive', () => {
    const moments = fc.integer({ min: 0, max: 3 * 24 * 60 })
    const acts = fc.uniqueArray(fc.record({ minute: moments, isEntry: fc.boolean() }), {
      selector: ({ minute }) => minute,
      maxLength: 12,
    })
    const policy = fc.record({
      policy: fc.constantFrom(...RE_ENTRY_POLICIES),
      perDay: fc.option(fc.integer({ min: 1, max: 3 })),
      zone: fc.constant(ZONE),
    })
    fc.assert(
      fc.property(acts, policy, fc.infiniteStream(fc.nat()), (made, own, order) => {
        const all = made.map(({ minute, isEntry }) => ({
          id: String(minute),
          at: new Date(at('03T00:00').getTime() + minute * 60_000),
          direction: isEntry ? ('entry' as const) : ('exit' as const),
        }))
        const mixed = all
          .map((item) => ({ item, rank: order.next().value ?? 0 }))
          .toSorted((a, b) => a.rank - b.rank)
          .map(({ item }) => item)
        const { counted: passages, presence } = replayPassages(all, own)
        expect(replayPassages(mixed, own)).toEqual({ counted: passages, presence })
        // Nobody is inside twice: on one day an entry is followed by an exit.
        for (const [place, { direction, at: when }] of passages.entries()) {
          const next = passages[place + 1]
          if (direction !== 'entry' || next?.direction !== 'entry') continue
          expect(own.policy).toBe('daily')
          expect(gateDay(ZONE, when)).not.toBe(gateDay(ZONE, next.at))
        }
        const perDay = new Map<string, number>()
        for (const { direction, at: when } of passages)
          if (direction === 'entry') perDay.set(gateDay(ZONE, when), (perDay.get(gateDay(ZONE, when)) ?? 0) + 1)
        if (own.perDay !== null) expect(Math.max(0, ...perDay.values())).toBeLessThanOrEqual(own.perDay)
      }),
      { seed: 20_261_124, numRuns: 400 },
    )
  })

  it('counts the entries of its day', () => {
    const inside = (acts: readonly GateAct[]): Presence | undefined =>
      acts.reduce<Presence | undefined>((before, next) => afterAct(next, before, rules('daily')), undefined)
    expect(inside([entry('03T20:00'), exit('03T21:00'), entry('03T22:00')])).toMatchObject({
      dayEntries: 2,
      leftAt: null,
    })
    expect(inside([entry('03T20:00'), exit('03T21:00'), entry('04T20:00')])).toMatchObject({ dayEntries: 1 })
  })
})

describe('the verdict at the gate', () => {
  const ticket: TicketAtCheckIn = {
    id: 't1',
    eventId: 'e1',
    ticketTypeId: 'day',
    status: 'valid',
    redemption: 'redeemed',
    redeemedAt: at('03T20:00'),
    redeemedByScan: 's1',
  }
  const scan = (more: Partial<Scan>) => {
    const verdict = decideScan({ codeKind: 'signed', ticket, eventId: 'e1', now: at('03T22:00'), ...more })
    return isAdmitted(verdict) ? (verdict.again ? 'again' : 'first') : [verdict.refusal, verdict.detail]
  }

  it('admits who left, and says of who may not come back when it left', () => {
    const left = { ...ticket, leftAt: at('03T21:00') }
    expect(scan({ ticket: left, reEntry: rules('after_exit') })).toBe('again')
    expect(scan({ ticket: left })).toEqual([
      'S2',
      expect.objectContaining({ left_at: '2026-12-03T19:00:00.000Z', redeemed_at: '2026-12-03T18:00:00.000Z' }),
    ])
    expect(scan({ ticket: { ...left, dayEntries: 2 }, reEntry: rules('after_exit', 2) })).toEqual([
      'S2',
      expect.objectContaining({ limit: 2 }),
    ])
  })

  it('lets out who is inside, and refuses an exit of any other (S9)', () => {
    expect(scan({ direction: 'exit' })).toBe('again')
    expect(scan({ direction: 'exit', ticket: { ...ticket, leftAt: at('03T21:00') } })).toEqual([
      'S9',
      { left_at: '2026-12-03T19:00:00.000Z' },
    ])
    expect(scan({ direction: 'exit', ticket: { ...ticket, redemption: 'pending' } })).toEqual(['S9', { left_at: null }])
  })

  it('does not ask who leaves for gate, lane or hours', () => {
    expect(
      scan({
        direction: 'exit',
        gate: 'VIP',
        gates: [{ name: 'VIP', typeIds: ['vip'] }],
        window: { closesAt: at('03T21:00') },
        lanes: { plan: { count: 2, gates: [] }, own: null },
      }),
    ).toBe('again')
  })

  it('keeps to the hours of the type, of the gate and of the event, and names which', () => {
    const pending = { ...ticket, redemption: 'pending' as const, redeemedAt: null }
    const hours = { opensAt: at('03T23:00'), closesAt: at('04T01:00') }
    const gates = [{ name: 'מערב', typeIds: [], hours }]
    const shown = { opens_at: '2026-12-03T21:00:00.000Z', closes_at: '2026-12-03T23:00:00.000Z' }
    expect(scan({ ticket: pending, typeHours: new Map([['day', hours]]) })).toEqual([
      'S5',
      { ...shown, of: 'ticket_type' },
    ])
    expect(scan({ ticket: pending, typeHours: new Map([['other', hours]]) })).toBe('first')
    expect(scan({ ticket: pending, gates, gate: 'מערב' })).toEqual(['S5', { ...shown, of: 'gate' }])
    expect(scan({ ticket: pending, gates, gate: 'צפון' })).toBe('first')
    expect(scan({ ticket: pending, window: hours })).toEqual(['S5', shown])
  })

  it('does not admit a ticket again by a list that does not say when it entered', () => {
    expect(scan({ ticket: { ...ticket, redeemedAt: null }, reEntry: rules('daily') })).toEqual([
      'S2',
      expect.anything(),
    ])
  })

  it('is obstructed by nothing before the first entry', () => {
    expect(obstacleTo(entry('03T20:00'), undefined, rules('never'))).toBeUndefined()
  })
})
