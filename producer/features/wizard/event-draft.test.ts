import { ISRAEL_ZONE } from '@kartis/domain/zone.ts'
import { expect, it } from 'vitest'
import { createEvent } from '@kartis/contract/events.ts'
import { bodyOf, createBodyOf, type EventDraft, NO_EVENT, stepRefusalOf, stepReasons } from './event-draft.ts'

const CATEGORY = '018f0000-0000-7000-8000-000000000001'
const draft: EventDraft = {
  ...NO_EVENT,
  name: 'לילה לבן בנמל',
  categories: [CATEGORY],
  address_city: 'תל אביב',
  day: '2026-12-17',
  start: '21:00',
  end: '23:30',
}

it('a complete draft is a valid request body', () => {
  expect(createEvent.body?.safeParse(createBodyOf(draft, 'tickets')).success).toBe(true)
})

it('a step sends its own fields only', () => {
  expect(Object.keys(bodyOf('setup', draft, ISRAEL_ZONE))).toEqual(['name', 'categories', 'artists'])
  expect(bodyOf('time', draft, ISRAEL_ZONE).settings).toEqual({
    doors_at: null,
    entry_starts_at: null,
    entry_ends_at: null,
  })
})

it('texts of other languages are sent with the description and limited in length', () => {
  const body = bodyOf('description', { ...draft, name_en: 'White Night', description_ar: '<p>ليلة</p>' }, ISRAEL_ZONE)
  expect(body.texts).toEqual({
    en: { name: 'White Night', description: '' },
    ar: { name: '', description: '<p>ليلة</p>' },
  })
  expect(body.settings).toEqual({ accessibility: null })
  const long = 'x'.repeat(40_001)
  expect(stepReasons('description', { ...draft, description_en: long }, ISRAEL_ZONE)).toEqual({
    description_en: ['too_long'],
  })
})

it('every step that sends texts sends all of them, and artists keep theirs', () => {
  const texts = { en: { address_city: 'Tel Aviv', accessibility: 'Step-free' } }
  const named = { ...draft, texts, name_en: 'White Night', accessibility: ' נגיש ' }
  const english = { address_city: 'Tel Aviv', accessibility: 'Step-free', name: 'White Night', description: '' }
  for (const step of ['location', 'description'] as const)
    expect(bodyOf(step, named, ISRAEL_ZONE).texts?.en).toEqual(english)
  expect(createBodyOf(named, 'tickets').settings).toEqual({
    doors_at: null,
    entry_starts_at: null,
    entry_ends_at: null,
    accessibility: 'נגיש',
  })
  const artists = { ...draft, artists: ['נועה', 'constructor'], artists_texts: { נועה: { en: { name: 'Noa' } } } }
  expect(bodyOf('setup', artists, ISRAEL_ZONE).artists).toEqual([
    { name: 'נועה', texts: { en: { name: 'Noa' } } },
    { name: 'constructor', texts: {} },
  ])
})

it('a step reports its missing fields', () => {
  expect(stepReasons('setup', NO_EVENT, ISRAEL_ZONE)).toEqual({
    name: ['required'],
    categories: ['too_few_categories'],
  })
  expect(stepReasons('location', NO_EVENT, ISRAEL_ZONE)).toEqual({ address_description: ['place_needed'] })
  expect(stepReasons('forms', NO_EVENT, ISRAEL_ZONE)).toEqual({})
})

it('a server refusal leads to the earliest invalid step, by form field', () => {
  expect(stepRefusalOf({ 'settings.doors_at': ['invalid_date'], ends_at: ['end_before_start'], forms: ['x'] })).toEqual(
    {
      step: 'time',
      reasons: { doors: ['invalid_date'], end: ['end_before_start'], forms: ['x'] },
    },
  )
  expect(stepRefusalOf({ 'categories.0': ['unknown_option'], ends_at: ['end_before_start'] })?.step).toBe('setup')
  expect(stepRefusalOf({ retry_after: 3 })).toBeUndefined()
})
