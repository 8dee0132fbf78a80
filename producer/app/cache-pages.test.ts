import { expect, test } from 'vitest'
import { isKept } from './cache-pages.ts'

test('events and their doors are kept on the device', () => {
  expect(isKept(['events', 'home', { tab: 'coming', page: 1, term: '' }])).toBe(true)
  expect(isKept(['events', 'count', 'coming'])).toBe(true)
  for (const view of ['page', 'door', 'scan']) expect(isKept(['event', 'uuid', view])).toBe(true)
})

test('buyers, orders, reports and what somebody searched for are not', () => {
  expect(isKept(['events', 'home', { tab: 'coming', page: 1, term: 'נועה' }])).toBe(false)
  for (const kind of ['orders', 'report', 'till', 'account', 'venues', 'session'])
    expect(isKept([kind, 'x'])).toBe(false)
  for (const view of ['sold', 'report', 'archived', 'edit']) expect(isKept(['event', 'uuid', view])).toBe(false)
})
