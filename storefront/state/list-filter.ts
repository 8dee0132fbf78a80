import { DATE_PRESETS, datePresetDays } from '@kartis/domain/date-preset.ts'
import type { DatePreset } from '@kartis/domain/date-preset.ts'
import { dayAfter, dayIn } from '@kartis/domain/zone.ts'
import { EVENT_ZONE } from '@kartis/i18n/format.ts'

/** What is asked of the list, as it stands in its address; empty where nothing is. */
export interface ListAsk {
  readonly search: string
  readonly category: string
  readonly city: string
  readonly when: DatePreset | ''
  /** Days of a reader's own choice, both included; only without `when`. */
  readonly from: string
  readonly to: string
  readonly page: number
}

const DAY = /^\d{4}-\d{2}-\d{2}$/
const isDay = (text: string): boolean => DAY.test(text) && dayAfter(text, 0) === text

const safely = (text: string): string => {
  try {
    return isDay(text) ? text : ''
  } catch {
    // The thirteenth month has no days.
    return ''
  }
}

type Query = Readonly<Record<string, string | undefined>>

/** Addresses are typed and shared: what cannot be understood is left out, days the wrong way round are turned. */
export const readAsk = (query: Query): ListAsk => {
  const when = DATE_PRESETS.find((each) => each === query.when) ?? ''
  const days = when === '' ? [safely(query.from ?? ''), safely(query.to ?? '')] : ['', '']
  const [from = '', to = ''] = days[0] && days[1] ? days.toSorted() : days
  return {
    search: (query.q ?? '').trim().slice(0, 100),
    category: (query.category ?? '').slice(0, 60),
    city: (query.city ?? '').trim().slice(0, 80),
    when,
    from,
    to,
    page: /^[1-9]\d{0,4}$/.test(query.page ?? '') ? Number(query.page) : 1,
  }
}

export const isAsking = (ask: ListAsk): boolean =>
  [ask.search, ask.category, ask.city, ask.when, ask.from, ask.to].some(Boolean)

/** The list's own address with other wishes: plain links, so that it works and can be shared without a script. */
export const hrefOf = (ask: ListAsk, change: Partial<ListAsk> = {}): string => {
  const input = { ...ask, page: 1, ...change }
  const query = new URLSearchParams()
  const put = (name: string, value: string) => value && query.set(name, value)
  put('q', input.search)
  put('category', input.category)
  put('city', input.city)
  put('when', input.when)
  put('from', input.from)
  put('to', input.to)
  if (input.page > 1) query.set('page', String(input.page))
  const text = query.toString()
  return text ? `/order?${text}` : '/order'
}

/** Calendar days of what is asked, where days are. */
export const daysOf = (ask: ListAsk, now: Date): { readonly from: string; readonly to: string } =>
  ask.when === '' ? { from: ask.from, to: ask.to } : datePresetDays(ask.when, dayIn(EVENT_ZONE, now))

const PER_PAGE = 24
const SEARCHED = ['name', 'address_city', 'address_description'] as const

/** The same as the API takes it. */
export const apiQuery = (ask: ListAsk, now: Date): string => {
  const query = new URLSearchParams({ per_page: String(PER_PAGE), sort: 'starts_at', page: String(ask.page) })
  const { from, to } = daysOf(ask, now)
  if (ask.category) query.set('filter[category]', ask.category)
  if (ask.city) query.set('filter[city]', ask.city)
  if (from) query.set('filter[from]', from)
  if (to) query.set('filter[to]', to)
  if (ask.search) for (const field of SEARCHED) query.set(`filter[or][${field}]`, ask.search)
  return query.toString()
}
