import { describe, expect, test } from 'vitest'
import { extendForPayment, extendOnce, holdUntil, isHoldOver } from './hold.ts'

const at = (time: string) => new Date(`2026-12-03T${time}Z`)
const hold = { createdAt: at('10:00:00'), expiresAt: at('10:10:00') }

test('a reservation expires after ten minutes', () => {
  expect(holdUntil(at('10:00:00'))).toEqual(at('10:10:00'))
})

describe('starting a payment', () => {
  test('the hold ends ten minutes after the payment starts', () => {
    expect(extendForPayment(hold, at('10:09:00'))).toEqual(at('10:19:00'))
  })

  test('the hold never exceeds twenty minutes in all, however often a payment starts', () => {
    expect(extendForPayment({ ...hold, expiresAt: at('10:13:00') }, at('10:06:00'))).toEqual(at('10:16:00'))
    expect(extendForPayment({ ...hold, expiresAt: at('10:16:00') }, at('10:15:00'))).toEqual(at('10:20:00'))
    expect(extendForPayment({ ...hold, expiresAt: at('10:20:00') }, at('10:19:59'))).toEqual(at('10:20:00'))
  })

  test('the hold is never shortened', () => {
    expect(extendForPayment({ ...hold, expiresAt: at('10:40:00') }, at('10:01:00'))).toEqual(at('10:40:00'))
    expect(extendForPayment(hold, at('09:55:00'))).toEqual(at('10:10:00'))
  })
})

test('a buyer who asks shortly before the end gets more time, once: twenty minutes in all', () => {
  expect(extendOnce(hold, at('10:06:59'))).toBeUndefined()
  expect(extendOnce(hold, at('10:08:00'))).toEqual(at('10:20:00'))
  expect(extendOnce({ ...hold, expiresAt: at('10:20:00') }, at('10:19:00'))).toBeUndefined()
  expect(extendOnce(hold, at('10:10:00'))).toBeUndefined()
})

test('a hold is over at the second in which it expires, not before', () => {
  expect(isHoldOver(hold.expiresAt, at('10:09:59'))).toBe(false)
  expect(isHoldOver(hold.expiresAt, at('10:10:00'))).toBe(true)
})
