import { expect, test } from 'vitest'
import { isCacheable } from './query-cache.ts'

test('events, their figures and their scan pages are stored on the device', () => {
  expect(isCacheable(['events', 'home', { tab: 'coming', page: 1, term: '' }])).toBe(true)
  expect(isCacheable(['events', 'count', 'coming'])).toBe(true)
  for (const view of ['page', 'check-in', 'scan']) expect(isCacheable(['event', 'uuid', view])).toBe(true)
})

test('buyers, orders, reports and search results are not stored', () => {
  expect(isCacheable(['events', 'home', { tab: 'coming', page: 1, term: 'נועה' }])).toBe(false)
  for (const kind of ['orders', 'report', 'register', 'account', 'venues', 'session'])
    expect(isCacheable([kind, 'x'])).toBe(false)
  for (const view of ['sold', 'report', 'archived', 'edit']) expect(isCacheable(['event', 'uuid', view])).toBe(false)
})
