import { DATE_PRESETS, datePresetDays } from '@kartis/domain/date-preset.ts'
import type { DatePreset } from '@kartis/domain/date-preset.ts'
import { dayAfter, dayIn, ISRAEL_ZONE } from '@kartis/domain/zone.ts'

/** Search and filters of the list, from its address; empty strings without a filter. */
export interface ListQuery {
  readonly search: string
  readonly category: string
  readonly city: string
  readonly when: DatePreset | ''
  /** Days of the reader's choice, both included; only without `when`. */
  readonly from: string
  readonly to: string
  readonly page: number
}

const DAY = /^\d{4}-\d{2}-\d{2}$/
const isDay = (text: string): boolean => DAY.test(text) && dayAfter(text, 0) === text

const validDay = (text: string): string => {
  try {
    return isDay(text) ? text : ''
  } catch {
    // `2026-13-01` throws.
    return ''
  }
}

type AddressQuery = Readonly<Record<string, string | undefined>>

/** Reads an address, which people type and share: leaves out what is invalid and swaps days in the wrong order. */
export const readListQuery = (query: AddressQuery): ListQuery => {
  const when = DATE_PRESETS.find((each) => each === query.when) ?? ''
  const days = when === '' ? [validDay(query.from ?? ''), validDay(query.to ?? '')] : ['', '']
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

export const isFiltered = (query: ListQuery): boolean =>
  [query.search, query.category, query.city, query.when, query.from, query.to].some(Boolean)

/** The list's address with a change: plain links work without a script and can be shared. */
export const hrefOf = (query: ListQuery, change: Partial<ListQuery> = {}): string => {
  const next = { ...query, page: 1, ...change }
  const params = new URLSearchParams()
  const put = (name: string, value: string) => value && params.set(name, value)
  put('q', next.search)
  put('category', next.category)
  put('city', next.city)
  put('when', next.when)
  put('from', next.from)
  put('to', next.to)
  if (next.page > 1) params.set('page', String(next.page))
  const text = params.toString()
  return text ? `/order?${text}` : '/order'
}

/** The calendar days of the query; empty where it names none. */
export const daysOf = (query: ListQuery, now: Date): { readonly from: string; readonly to: string } =>
  query.when === '' ? { from: query.from, to: query.to } : datePresetDays(query.when, dayIn(ISRAEL_ZONE, now))

const PER_PAGE = 24

/** The query parameters of the API. */
export const apiQuery = (query: ListQuery, now: Date) => {
  const { from, to } = daysOf(query, now)
  const { search, category, city, page } = query
  return {
    per_page: PER_PAGE,
    sort: 'starts_at',
    page,
    filter: {
      ...(category && { category }),
      ...(city && { city }),
      ...(from && { from }),
      ...(to && { to }),
      ...(search && { or: { name: search, address_city: search, address_description: search } }),
    },
  }
}
