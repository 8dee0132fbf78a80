import { type Event, listEvents } from '@kartis/contract/events.ts'
import { waitFor } from '@testing-library/react'
import { beforeEach, describe, expect, it } from 'vitest'
import { signIn } from '../../testing/admission.ts'
import { renderAppHook } from '../../testing/render.tsx'
import { json, type StubServer, stubServer } from '../../testing/server.ts'
import { useCounts, useEvents, useOverview } from './home-queries.ts'

const event = (uuid: string, soldToday: number, phase: Event['phase'] = 'on_sale') => ({
  uuid,
  phase,
  statistics: { today: { tickets: soldToday } },
})
const page = (data: readonly object[], meta: object = {}) =>
  json({ data, meta: { current_page: 1, last_page: 1, total: data.length, ...meta } })

let server: StubServer
beforeEach(() => {
  signIn()
  server = stubServer()
})
const searchParams = () => server.requests.map(({ path }) => new URL(path, 'http://x').searchParams)

describe('useOverview', () => {
  const overview = async (manages: boolean) => {
    const { result } = await renderAppHook(() => useOverview(manages))
    await waitFor(() => expect(result.current.data).toBeDefined())
    return result.current.data
  }

  it('adds up the tickets sold today and counts the events that sold', async () => {
    server.on(listEvents, ({ path }) =>
      page(
        path.includes('past')
          ? [event('ended', 5), event('earlier', 0)]
          : [event('a', 3), event('b', 0), event('c', 4)],
      ),
    )
    // What has ended since was sold today as well.
    expect((await overview(true))?.today).toEqual({ tickets: 12, events: 3 })
  })

  it('reports no sum where not all events are loaded', async () => {
    server.on(listEvents, () => page([event('a', 3)], { last_page: 2 }))
    expect((await overview(true))?.today).toBeUndefined()
  })

  it('names the running and the next event', async () => {
    server.on(listEvents, () => page([event('now', 0, 'running'), event('next', 0)]))
    expect(await overview(true)).toMatchObject({ running: { uuid: 'now' }, next: { uuid: 'next' }, today: undefined })
  })

  it('requests no sales for a scanner', async () => {
    server.on(listEvents, () => page([event('a', 3)]))
    expect((await overview(false))?.today).toBeUndefined()
    expect(searchParams()[0]?.has('append[]')).toBe(false)
  })
})

describe('useEvents', () => {
  const query = { tab: 'coming', page: 2, term: '', manages: true, enabled: true } as const

  it('requests a page of a tab', async () => {
    server.on(listEvents, () => page([]))
    const { result } = await renderAppHook(() => useEvents({ ...query, tab: 'past' }))
    await waitFor(() => expect(result.current.data).toBeDefined())
    const [sent] = searchParams()
    expect([sent?.get('page'), sent?.get('sort'), sent?.get('filter[time]')]).toEqual(['2', '-starts_at', 'past'])
  })

  it('shows no draft among the events that ended', async () => {
    server.on(listEvents, () => page([]))
    const { result } = await renderAppHook(() => useEvents({ ...query, tab: 'past' }))
    await waitFor(() => expect(result.current.data).toBeDefined())
    expect(searchParams()[0]?.get('filter[status]')).toBe('published')
  })

  it.each([
    ['drafts', 'draft', 'false'],
    ['cancelled', 'draft', 'true'],
    ['coming', null, 'false'],
  ] as const)('shows a cancelled event in a tab of its own alone (%s)', async (tab, status, cancelled) => {
    server.on(listEvents, () => page([]))
    const { result } = await renderAppHook(() => useEvents({ ...query, tab }))
    await waitFor(() => expect(result.current.data).toBeDefined())
    const [sent] = searchParams()
    expect([sent?.get('filter[status]'), sent?.get('filter[cancelled]')]).toEqual([status, cancelled])
  })

  it('searches name, city and place', async () => {
    server.on(listEvents, () => page([]))
    const { result } = await renderAppHook(() => useEvents({ ...query, term: 'נמל' }))
    await waitFor(() => expect(result.current.data).toBeDefined())
    const [sent] = searchParams()
    for (const field of ['name', 'address_city', 'address_description'])
      expect(sent?.get(`filter[or][${field}]`)).toBe('נמל')
  })

  it('shows a scanner published events with check-in counters', async () => {
    server.on(listEvents, () => page([]))
    const { result } = await renderAppHook(() => useEvents({ ...query, manages: false }))
    await waitFor(() => expect(result.current.data).toBeDefined())
    const [sent] = searchParams()
    expect([sent?.get('filter[status]'), sent?.get('append[]')]).toEqual(['published', 'scan_statistics'])
  })

  it('requests nothing while the search text is too short', async () => {
    await renderAppHook(() => useEvents({ ...query, enabled: false }))
    expect(server.requests).toHaveLength(0)
  })
})

describe('useCounts', () => {
  it('counts the tabs a role sees', async () => {
    server.on(listEvents, () => page([], { total: 5 }))
    const { result } = await renderAppHook(() => useCounts(false))
    await waitFor(() => expect(result.current.coming).toBe(5))
    expect(result.current).toEqual({ coming: 5, drafts: undefined, past: 5, cancelled: undefined, archived: undefined })
  })
})
