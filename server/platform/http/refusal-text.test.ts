import { refuse } from '@kartis/domain/refusal.ts'
import { expect, test } from 'vitest'
import { refusalReply } from './error-handler.ts'

const textOf = (...given: Parameters<typeof refuse>): string =>
  refusalReply(refuse(...given), 'en').body.error.description

test('a refusal is described by the text of its reason where there is one, with the minutes that it lasts', () => {
  expect(textOf('too_many_requests', { detail: { reason: 'network_orders', retry_after: 61 } })).toContain(
    'in 2 minutes',
  )
  expect(textOf('too_many_requests', { detail: { reason: 'open_orders', retry_after: 60 } })).toContain('in a minute')
})

test('any other reason leaves a refusal its own text', () => {
  const plain = textOf('conflict')
  expect(textOf('conflict', { detail: { reason: 'too_late' } })).toBe(plain)
  expect(textOf('conflict', { detail: { reason: 'errors:sold_out' } })).toBe(plain)
  expect(textOf('conflict', { detail: { reason: 7 } })).toBe(plain)
})
