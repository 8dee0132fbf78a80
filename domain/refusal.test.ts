import { expect, test } from 'vitest'
import { isRefusal, REFUSAL_CODES, refuse, refuseField } from './refusal.ts'

test('a refusal is a value with a code and only the given details', () => {
  expect(refuse('sold_out')).toEqual({ refusal: 'sold_out' })
  expect(refuse('sold_out', { detail: { left: { a: 2 } } })).toEqual({
    refusal: 'sold_out',
    detail: { left: { a: 2 } },
  })
  expect(refuseField('name', 'required', 'too_short')).toEqual({
    refusal: 'validation',
    fields: { name: ['required', 'too_short'] },
  })
})

test('a refusal is distinguished from any result', () => {
  expect(isRefusal(refuse('S1'))).toBe(true)
  for (const other of [undefined, null, 'S1', {}, [], { refusal: 1 }, { code: 'S1' }])
    expect(isRefusal(other)).toBe(false)
})

test('a code is on the list once', () => {
  expect(new Set(REFUSAL_CODES).size).toBe(REFUSAL_CODES.length)
})
