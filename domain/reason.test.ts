import { expect, test } from 'vitest'
import { hasReasons, REASONS, reasonsOf } from './reason.ts'

test('only fields with something wrong remain', () => {
  const fields = reasonsOf({ name: ['required'], email: [] })
  expect(fields).toEqual({ name: ['required'] })
  expect(hasReasons(fields)).toBe(true)
  expect(hasReasons(reasonsOf({ email: [] }))).toBe(false)
})

test('a reason has one key', () => {
  expect(new Set(REASONS).size).toBe(REASONS.length)
})
