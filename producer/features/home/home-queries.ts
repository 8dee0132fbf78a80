import { type Event, listEvents } from '@kartis/contract/events.ts'
import { keepPreviousData, useQueries, useQuery } from '@tanstack/react-query'
import { api } from '../../shared/api.ts'
import { TABS, type Tab, tabsOf } from './use-home-location.ts'

/** Divisible by one, two and three columns. */
const PER_PAGE = 12
/** Sales of more events than this are not summed in the browser. */
const MAX_OVERVIEW_EVENTS = 30

const filterOf = (tab: Tab, manages: boolean) => {
  // scanners see published events only, and a draft has not taken place
  const status = manages && tab !== 'past' ? undefined : ('published' as const)
  // a cancelled event has the state of a draft and is none
  if (tab === 'drafts') return { status: 'draft' as const, cancelled: 'false' as const }
  if (tab === 'cancelled') return { status: 'draft' as const, cancelled: 'true' as const }
  if (tab === 'archived') return { status: 'archived' as const }
  return { status, time: tab, ...(manages && tab === 'coming' && { cancelled: 'false' as const }) }
}

const sortOf: Readonly<Record<Tab, string>> = {
  coming: 'starts_at',
  drafts: '-created_at',
  past: '-starts_at',
  cancelled: '-starts_at',
  archived: '-starts_at',
}

export interface EventsQuery {
  readonly tab: Tab
  readonly page: number
  readonly term: string
  readonly manages: boolean
  /** False while the search text is too short. */
  readonly enabled: boolean
}

/** One page of a tab with pictures; for scanners with check-in counters. */
export const useEvents = ({ tab, page, term, manages, enabled }: EventsQuery) =>
  useQuery({
    queryKey: ['events', 'home', { tab, page, term }],
    queryFn: () =>
      api(listEvents, {
        query: {
          page,
          per_page: PER_PAGE,
          sort: sortOf[tab],
          with: ['attachments'],
          ...(manages ? {} : { append: ['scan_statistics' as const] }),
          filter: {
            ...filterOf(tab, manages),
            ...(term === '' ? {} : { or: { name: term, address_city: term, address_description: term } }),
          },
        },
      }),
    placeholderData: keepPreviousData,
    enabled,
  })

/** Number of events per tab; undefined while loading. */
export const useCounts = (manages: boolean): Readonly<Record<Tab, number | undefined>> =>
  useQueries({
    queries: TABS.map((tab) => ({
      queryKey: ['events', 'count', tab],
      queryFn: () => api(listEvents, { query: { per_page: 1, filter: filterOf(tab, manages) } }),
      enabled: tabsOf(manages).includes(tab),
    })),
    combine: (results) => ({
      coming: results[0]?.data?.meta.total,
      drafts: results[1]?.data?.meta.total,
      past: results[2]?.data?.meta.total,
      cancelled: results[3]?.data?.meta.total,
      archived: results[4]?.data?.meta.total,
    }),
  })

/** The events that ended last, among which those of today are. */
const ENDED_EVENTS = 20

export interface Overview {
  /** Tickets sold today and at how many events; undefined where not all events are loaded. */
  readonly today: { readonly tickets: number; readonly events: number } | undefined
  readonly running: Event | undefined
  readonly next: Event | undefined
}

const overviewOf = (events: readonly Event[], ended: readonly Event[], complete: boolean): Overview => {
  const sold = [...events, ...ended]
    .map(({ statistics }) => statistics?.today.tickets ?? 0)
    .filter((tickets) => tickets > 0)
  return {
    today:
      complete && sold.length > 0
        ? { tickets: sold.reduce((sum, tickets) => sum + tickets, 0), events: sold.length }
        : undefined,
    running: events.find(({ phase }) => phase === 'running'),
    next: events.find(({ phase }) => phase !== 'running'),
  }
}

/** Today's sales, the running and the next event among the published upcoming events. */
export const useOverview = (manages: boolean) =>
  useQuery({
    queryKey: ['events', 'pulse'],
    queryFn: async () => {
      const append = manages ? { append: ['statistics' as const] } : {}
      const [{ data, meta }, ended] = await Promise.all([
        api(listEvents, {
          query: {
            per_page: MAX_OVERVIEW_EVENTS,
            sort: 'starts_at',
            filter: { status: 'published', time: 'coming' },
            ...append,
          },
        }),
        // What ended today was sold today as well, at the entrance at the latest.
        manages
          ? api(listEvents, {
              query: { per_page: ENDED_EVENTS, sort: '-starts_at', filter: { time: 'past' }, ...append },
            })
          : undefined,
      ])
      return overviewOf(data, ended?.data ?? [], manages && meta.last_page <= 1)
    },
  })
