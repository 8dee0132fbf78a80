import type { BodyIn } from '@kartis/contract/endpoint.ts'
import type { createEvent, Event, updateEvent } from '@kartis/contract/events.ts'
import { eventReasons, NOTIFIED_FIELDS } from '@kartis/domain/event.ts'
import { EVENT } from '@kartis/domain/limits.ts'
import { WIZARD_STEPS, type WizardStep } from '@kartis/domain/wizard.ts'
import { ISRAEL_ZONE } from '@kartis/domain/zone.ts'
import { type EventTimes, instantsOf, NO_TIMES, timeReasons, timesOf } from './event-times.ts'

type ArtistTexts = NonNullable<Event['artists_texts']>[number]['texts']
export type OtherTexts = Event['texts']

/** Form values of all five steps. */
export interface EventDraft extends EventTimes {
  readonly name: string
  readonly categories: string[]
  readonly artists: string[]
  readonly venue_uuid: string | null
  readonly address_description: string
  readonly address_street: string
  readonly address_street_number: string
  readonly address_city: string
  readonly forms: string[]
  /** HTML of the editor. */
  readonly description: string
  readonly accessibility: string
  /** Of the place and of `accessibility`. */
  readonly texts: OtherTexts
  /** By the artists’ names. */
  readonly artists_texts: Readonly<Record<string, ArtistTexts>>
  readonly name_en: string
  readonly description_en: string
  readonly name_ar: string
  readonly description_ar: string
}

export const NO_EVENT: EventDraft = {
  ...NO_TIMES,
  name: '',
  categories: [],
  artists: [],
  venue_uuid: null,
  address_description: '',
  address_street: '',
  address_street_number: '',
  address_city: '',
  forms: [],
  description: '',
  accessibility: '',
  texts: {},
  artists_texts: {},
  name_en: '',
  description_en: '',
  name_ar: '',
  description_ar: '',
}

/** Form values of a saved event. Needs the relations categories, artists, forms and settings. */
export const draftOf = (event: Event): EventDraft => ({
  ...timesOf(event, event.timezone),
  name: event.name,
  categories: (event.categories ?? []).map(({ uuid }) => uuid),
  artists: event.artists ?? [],
  venue_uuid: event.venue_uuid,
  address_description: event.address_description,
  address_street: event.address_street,
  address_street_number: event.address_street_number,
  address_city: event.address_city,
  forms: (event.forms ?? []).map(({ uuid }) => uuid),
  description: event.description,
  accessibility: event.settings?.accessibility ?? '',
  texts: event.texts,
  artists_texts: Object.fromEntries((event.artists_texts ?? []).map(({ name, texts }) => [name, texts])),
  name_en: event.texts.en?.name ?? '',
  description_en: event.texts.en?.description ?? '',
  name_ar: event.texts.ar?.name ?? '',
  description_ar: event.texts.ar?.description ?? '',
})

type Change = BodyIn<typeof updateEvent>

const timeBody = (draft: EventDraft, zone: string): Change => {
  const at = instantsOf(draft, zone)
  return {
    ...(at.starts_at && { starts_at: at.starts_at.toISOString() }),
    ...(at.ends_at && { ends_at: at.ends_at.toISOString() }),
    settings: {
      doors_at: at.doors_at?.toISOString() ?? null,
      entry_starts_at: at.entry_starts_at?.toISOString() ?? null,
      entry_ends_at: at.entry_ends_at?.toISOString() ?? null,
    },
  }
}

/** All texts in one language: a request replaces those of an event, whichever step sends them. */
const textsIn = (draft: EventDraft, lang: 'en' | 'ar') => ({
  ...draft.texts[lang],
  name: draft[`name_${lang}`],
  description: draft[`description_${lang}`],
})

const textsOf = (draft: EventDraft) => ({ en: textsIn(draft, 'en'), ar: textsIn(draft, 'ar') })

const artistsOf = ({ artists, artists_texts: texts }: EventDraft) =>
  artists.map((name) => ({ name, texts: (Object.hasOwn(texts, name) && texts[name]) || {} }))

/** The request body of one step, with its own fields only. */
export const bodyOf = (step: WizardStep, draft: EventDraft, zone: string): Change => {
  const bodies: Record<WizardStep, () => Change> = {
    setup: () => ({ name: draft.name, categories: draft.categories, artists: artistsOf(draft) }),
    location: () => ({
      venue_uuid: draft.venue_uuid,
      address_description: draft.address_description,
      address_street: draft.address_street,
      address_street_number: draft.address_street_number,
      address_city: draft.address_city,
      texts: textsOf(draft),
    }),
    time: () => timeBody(draft, zone),
    forms: () => ({ forms: draft.forms }),
    description: () => ({
      description: draft.description,
      settings: { accessibility: draft.accessibility.trim() || null },
      texts: textsOf(draft),
    }),
  }
  return bodies[step]()
}

export const createBodyOf = (draft: EventDraft, kind: 'tickets' | 'seats'): BodyIn<typeof createEvent> => ({
  ...(Object.assign({}, ...WIZARD_STEPS.map((step) => bodyOf(step, draft, ISRAEL_ZONE))) as BodyIn<typeof createEvent>),
  settings: Object.assign({}, ...WIZARD_STEPS.map((step) => bodyOf(step, draft, ISRAEL_ZONE).settings)),
  kind,
  timezone: ISRAEL_ZONE,
})

type Reasons = Readonly<Record<string, readonly string[]>>

const DESCRIPTIONS = ['description', 'description_en', 'description_ar'] as const

const tooLong = (draft: EventDraft): Reasons =>
  Object.fromEntries(
    DESCRIPTIONS.filter((field) => draft[field].length > EVENT.maxDescriptionChars).map((field) => [
      field,
      ['too_long'],
    ]),
  )

/** Validation reasons of a step: keys of `validation` or `wizard:reasons`. */
export const stepReasons = (step: WizardStep, draft: EventDraft, zone: string): Reasons => {
  if (step === 'setup') return eventReasons({ name: draft.name, categories: draft.categories })
  if (step === 'time') return timeReasons(draft, zone)
  if (step === 'location')
    return draft.address_description.trim() === '' && draft.address_city.trim() === ''
      ? { address_description: ['place_needed'] }
      : {}
  if (step === 'description') return tooLong(draft)
  return {}
}

/** Step of each API field, and its form field where the name differs. */
const FIELDS: Readonly<Record<string, readonly [WizardStep, string?]>> = {
  name: ['setup'],
  categories: ['setup'],
  artists: ['setup'],
  venue_uuid: ['location', 'address_description'],
  address_description: ['location'],
  address_street: ['location'],
  address_street_number: ['location'],
  address_city: ['location'],
  starts_at: ['time', 'start'],
  ends_at: ['time', 'end'],
  timezone: ['time', 'day'],
  settings: ['time', 'doors'],
  forms: ['forms'],
  description: ['description'],
  texts: ['description'],
}

export interface StepRefusal {
  /** The earliest step with an invalid field. */
  readonly step: WizardStep
  /** Reasons by form field. */
  readonly reasons: Reasons
}

/** Maps a server refusal to the step it belongs to; undefined where it names no known field. */
export const stepRefusalOf = (detail: Readonly<Record<string, unknown>>): StepRefusal | undefined => {
  const found = Object.entries(detail).flatMap(([path, reasons]) => {
    const [field = ''] = path.split('.')
    const place = FIELDS[field]
    return place && Array.isArray(reasons)
      ? [{ step: place[0], field: place[1] ?? field, reasons: reasons as string[] }]
      : []
  })
  const step = WIZARD_STEPS.find((each) => found.some((wrong) => wrong.step === each))
  return step && { step, reasons: Object.fromEntries(found.map(({ field, reasons }) => [field, reasons])) }
}

/** Whether a change moves the time or place, which buyers may be notified of. */
export const movesEvent = (event: Event, change: Change): boolean =>
  NOTIFIED_FIELDS.some((field) => {
    const next = change[field]
    if (typeof next !== 'string') return false
    return field === 'starts_at' || field === 'ends_at'
      ? Date.parse(event[field]) !== Date.parse(next)
      : event[field] !== next.trim()
  })
