import { expect, test } from 'vitest'
import { allowedTo, can, isLastManager, PERMISSIONS, ROLES, type Verb } from './permissions.ts'

const verbs = Object.keys(PERMISSIONS) as Verb[]

test('a manager may do everything in his workspace', () => {
  expect(verbs.filter((verb) => !can('manager', verb))).toEqual([])
})

test('a scanner sees his events, scans and counts, and nothing else', () => {
  expect(verbs.filter((verb) => can('scanner', verb))).toEqual([
    'event.list',
    'event.read',
    'ticket.scan',
    'scan.statistics',
    'account.read',
    'account.leave',
  ])
})

test('the answers that travel with the data are the same answers', () => {
  for (const role of ROLES) {
    for (const verb of verbs) expect(allowedTo(role)[verb]).toBe(can(role, verb))
  }
})

test('the last manager cannot leave', () => {
  expect(isLastManager({ role: 'manager' }, 1)).toBe(true)
  expect(isLastManager({ role: 'manager' }, 2)).toBe(false)
  expect(isLastManager({ role: 'scanner' }, 1)).toBe(false)
})
