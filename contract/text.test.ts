import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { line, lineOrNumber } from './text.ts'

describe('lineOrNumber', () => {
  const body = z.strictObject({ phone: lineOrNumber(12) })

  it.each([
    ['0521234567', '0521234567'],
    [521234567, '521234567'],
    [0, '0'],
  ])('takes %j as its digits', (phone, taken) => {
    expect(body.parse({ phone })).toEqual({ phone: taken })
  })

  it.each([null, true, [1], {}, 1.5, 2 ** 60, undefined])('refuses %j instead of writing it as text', (phone) => {
    expect(body.safeParse({ phone }).success).toBe(false)
  })

  it('is a required text in the schema', () => {
    expect(z.toJSONSchema(body, { io: 'input' })).toMatchObject({
      properties: { phone: { type: 'string', maxLength: 12 } },
      required: ['phone'],
    })
  })
})

describe('line', () => {
  it.each([null, 5, true, ['a'], {}])('refuses %j, which is no text', (name) => {
    expect(line(20).safeParse(name).success).toBe(false)
  })
})
