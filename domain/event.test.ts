import { describe, expect, it, test } from 'vitest'
import { stateTableErrors } from '@kartis/testing/state-table.ts'
import {
  eventStage,
  ADVICE,
  EVENT_MOVES,
  EVENT_PHASES,
  EVENT_STATES,
  eventPhase,
  eventReasons,
  isOnSale,
  isSummaryAvailable,
  decideEventMove,
  MISSING,
  publishReadiness,
  timePhase,
  type TypeOnPage,
} from './event.ts'

const at = (time: string) => new Date(`2026-12-03T${time}:00Z`)
const times = { startsAt: at('18:00'), endsAt: at('21:00') }
const noon = at('12:00')

test('every state of an event can be reached, and only the archive is final', () => {
  expect(Object.keys(EVENT_MOVES)).toEqual([...EVENT_STATES])
  expect(stateTableErrors(EVENT_MOVES, 'draft', ['archived'])).toEqual([])
})

test.each([
  ['17:59', 'upcoming'],
  ['18:00', 'running'],
  ['20:59', 'running'],
  ['21:00', 'over'],
])('at %s the event is %s', (time, phase) => {
  expect(timePhase(times, at(time))).toBe(phase)
})

test('only a published event that is not over is on sale', () => {
  expect(isOnSale({ ...times, status: 'published' }, noon)).toBe(true)
  expect(isOnSale({ ...times, status: 'published' }, at('20:59'))).toBe(true)
  expect(isOnSale({ ...times, status: 'published' }, at('21:00'))).toBe(false)
  expect(isOnSale({ ...times, status: 'draft' }, noon)).toBe(false)
  expect(isOnSale({ ...times, status: 'archived' }, noon)).toBe(false)
})

test('the summary opens once more than four hours have passed since the end', () => {
  expect(isSummaryAvailable({ endsAt: at('08:00') }, noon)).toBe(false)
  expect(isSummaryAvailable({ endsAt: at('08:00') }, new Date(noon.getTime() + 1))).toBe(true)
})

describe('the phase of an event', () => {
  const type = (saleState: TypeOnPage['saleState'], left = 50, total = 100): TypeOnPage => ({ saleState, left, total })
  const published = { ...times, status: 'published' } as const

  test.each<[string, TypeOnPage[]]>([
    ['on_sale', [type('on_sale'), type('sold_out', 0)]],
    ['on_sale', [type('on_sale', 11)]],
    ['last_tickets', [type('on_sale', 10)]],
    ['last_tickets', [type('on_sale', 3), type('ended', 90)]],
    ['sold_out', [type('sold_out', 0), type('ended', 0)]],
    ['not_started', [type('not_started'), type('sold_out', 0)]],
    ['not_started', []],
    ['not_started', [type('not_for_sale')]],
    ['sale_ended', [type('ended'), type('not_for_sale')]],
  ])('%s: %o', (phase, types) => {
    expect(eventPhase(published, types, noon)).toBe(phase)
  })

  test('times come before stock, and status before times', () => {
    expect(eventPhase(published, [type('on_sale')], at('19:00'))).toBe('running')
    expect(eventPhase(published, [type('on_sale')], at('22:00'))).toBe('over')
    expect(eventPhase({ ...times, status: 'draft' }, [], at('22:00'))).toBe('draft')
    expect(eventPhase({ ...times, status: 'archived' }, [], noon)).toBe('archived')
    expect(EVENT_PHASES).toHaveLength(9)
  })
})

const whole = {
  ...times,
  name: 'ערב סטנדאפ',
  categories: 1,
  hasPlace: true,
  ticketTypes: 1,
  images: 1,
  hasDescription: true,
  lacksSeating: false,
}

describe('opening the page', () => {
  test('a complete event misses nothing', () => {
    expect(publishReadiness(whole, noon)).toEqual({ missing: [], advice: [] })
  })

  test.each([
    [{ name: ' ' }, 'name'],
    [{ startsAt: undefined }, 'starts_at'],
    [{ endsAt: undefined }, 'ends_at'],
    [{ endsAt: at('18:00') }, 'ends_at'],
    [{ startsAt: at('10:00'), endsAt: noon }, 'already_over'],
    [{ hasPlace: false }, 'location'],
    [{ categories: 0 }, 'categories'],
    [{ lacksSeating: true }, 'seating'],
  ])('%o keeps it closed for %s', (lack, missing) => {
    expect(publishReadiness({ ...whole, ...lack }, noon).missing).toEqual([missing])
    expect(MISSING).toContain(missing)
  })

  test('tickets, images and a description are advice', () => {
    const bare = publishReadiness({ ...whole, ticketTypes: 0, images: 0, hasDescription: false }, noon)
    expect(bare).toEqual({ missing: [], advice: ['ticket_types', 'images', 'description'] })
    expect(bare.advice).toEqual([...ADVICE])
  })
})

describe('the steps of an event', () => {
  const draft = { status: 'draft', endsAt: times.endsAt, missing: [], soldTickets: 0 } as const

  test('an event is published, unpublished, published again and archived', () => {
    expect(decideEventMove('publish', draft, noon)).toBe('published')
    expect(decideEventMove('unpublish', { ...draft, status: 'published', soldTickets: 9 }, noon)).toBe('draft')
    expect(decideEventMove('archive', draft, noon)).toBe('archived')
    expect(decideEventMove('archive', { ...draft, status: 'published', soldTickets: 9 }, at('21:00'))).toBe('archived')
  })

  test('an event that is not ready says what is missing', () => {
    expect(decideEventMove('publish', { ...draft, missing: ['location'] }, noon)).toEqual({
      refusal: 'event_not_ready',
      detail: { missing: ['location'] },
    })
  })

  test('an event that people hold tickets for is not archived before it is over', () => {
    expect(decideEventMove('archive', { ...draft, status: 'published', soldTickets: 9 }, noon)).toMatchObject({
      refusal: 'event_has_sales',
    })
  })

  test.each([
    ['publish', 'published'],
    ['publish', 'archived'],
    ['unpublish', 'draft'],
    ['archive', 'archived'],
  ] as const)('%s from %s is no step', (verb, status) => {
    expect(decideEventMove(verb, { ...draft, status }, noon)).toEqual({ refusal: 'conflict', detail: { status } })
  })
})

describe('an event as typed', () => {
  const good = {
    name: 'ערב סטנדאפ',
    starts_at: at('18:00'),
    ends_at: at('21:00'),
    timezone: 'Asia/Jerusalem',
    categories: ['a', 'b', 'c', 'd'],
  }

  test('complete details are valid, and a part is validated alone', () => {
    expect(eventReasons(good)).toEqual({})
    expect(eventReasons({})).toEqual({})
    expect(eventReasons({ ends_at: at('21:00') })).toEqual({})
  })

  test.each([
    [{ name: '' }, { name: ['required'] }],
    [{ name: 'x'.repeat(141) }, { name: ['too_long'] }],
    [{ starts_at: new Date('?') }, { starts_at: ['invalid_date'] }],
    [{ ends_at: new Date('?') }, { ends_at: ['invalid_date'] }],
    [{ ends_at: at('18:00') }, { ends_at: ['end_before_start'] }],
    [{ ends_at: new Date(at('18:00').getTime() + 367 * 86_400_000) }, { ends_at: ['lasts_too_long'] }],
    [{ ends_at: new Date('2126-12-17T21:00:00Z') }, { ends_at: ['lasts_too_long'] }],
    [{ timezone: 'Asia/Atlantis' }, { timezone: ['invalid_time_zone'] }],
    [{ categories: [] }, { categories: ['too_few_categories'] }],
    [{ categories: ['a', 'b', 'c', 'd', 'e'] }, { categories: ['too_many_categories'] }],
    [{ categories: ['a', 'a'] }, { categories: ['duplicate'] }],
  ])('%o is named', (wrong, reasons) => {
    expect(eventReasons({ ...good, ...wrong })).toEqual(reasons)
  })
})

describe('the times of an event', () => {
  const now = at('12:00')
  const after = (days: number) => new Date(now.getTime() + days * 86_400_000)

  test('may be those of a season, and of a start years ahead', () => {
    expect(eventReasons({ starts_at: after(1), ends_at: after(366) }, now)).toEqual({})
    expect(eventReasons({ starts_at: after(36_500), ends_at: after(36_501) }, now)).toEqual({})
  })

  test('may not begin more than a century from now', () => {
    expect(eventReasons({ starts_at: after(36_600), ends_at: after(36_601) }, now)).toEqual({
      starts_at: ['too_far_ahead'],
    })
  })
})

describe('the stage of an event', () => {
  const event = {
    status: 'published' as const,
    startsAt: new Date('2026-12-17T19:00:00Z'),
    endsAt: new Date('2026-12-17T21:30:00Z'),
    timezone: 'Asia/Jerusalem',
  }
  const at = (time: string, fields = {}) => eventStage({ ...event, ...fields }, new Date(time))

  it('is selling until the day of the event begins in its zone, then today, then over', () => {
    expect(at('2026-11-29T10:00:00Z')).toBe('selling')
    expect(at('2026-12-16T21:59:59Z')).toBe('selling')
    expect(at('2026-12-16T22:00:00Z')).toBe('today')
    expect(at('2026-12-17T21:29:59Z')).toBe('today')
    expect(at('2026-12-17T21:30:00Z')).toBe('over')
  })

  it('of a show after midnight begins on the evening before', () => {
    const late = { startsAt: new Date('2026-12-17T22:30:00Z'), endsAt: new Date('2026-12-18T02:00:00Z') }
    expect(at('2026-12-17T15:00:00Z', late)).toBe('today')
  })

  it('of a draft is draft until its time has passed', () => {
    expect(at('2026-12-17T10:00:00Z', { status: 'draft' })).toBe('draft')
    expect(at('2026-12-18T10:00:00Z', { status: 'draft' })).toBe('over')
  })

  it('of a cancelled event is cancelled, and no draft, until its time has passed', () => {
    const cancelled = { status: 'draft', isCancelled: true }
    expect(at('2026-11-29T10:00:00Z', cancelled)).toBe('cancelled')
    expect(at('2026-12-18T10:00:00Z', cancelled)).toBe('over')
  })
})
