import { expect, test } from 'vitest'
import {
  BANK,
  CART,
  CANCELLATION,
  COMPANY,
  EVENT,
  FORM,
  HOLD,
  IMAGE,
  IMAGE_SLOTS,
  INVITATION,
  OFFLINE,
  orderLimitOf,
  OTP,
  PERSON,
  scanDelayMs,
  SCANNER,
  SCREEN,
  SEARCH,
  TICKET_TYPE,
  TIMEOUTS,
} from './limits.ts'

test('the published limits are what the product was promised to keep', () => {
  expect(OTP).toMatchObject({
    digits: 6,
    ttlSeconds: 300,
    tries: 5,
    sendsPerPhonePerHour: 5,
    sendsPerPhonePerDay: 10,
    sendsToPhonePerMinute: 3,
    sendsToPhonePerHour: 15,
    sendsToPhonePerDay: 40,
    sendsPerAddressPerHour: 20,
  })
  expect(EVENT).toMatchObject({ minCategories: 1, maxCategories: 4, summaryHoursAfterEnd: 4 })
  expect(IMAGE_SLOTS).toEqual({
    banner_event: { width: 1128, height: 456 },
    banner_card: { width: 1340, height: 768 },
    banner_square: { width: 1200, height: 1200 },
  })
  expect(IMAGE.maxBytes).toBe(358_400)
  expect(SEARCH).toEqual({ minChars: 3, debounceMs: 700 })
  expect(TIMEOUTS).toEqual({
    requestMs: 40_000,
    uploadMs: 30_000,
    exportMs: 120_000,
    networkRetryMs: 3000,
    forbiddenReloadMs: 2000,
  })
  expect(SCREEN).toEqual({ toastMs: 5000, collapseMs: 300, successRedirectMs: 3000, mobileMaxPx: 768 })
  expect(SCANNER).toEqual({ resetMs: 3000, delayMs: 500, trackingDelayMs: 40, cameraLoadMs: 6000 })
  expect(OFFLINE).toEqual({ fullLoadDays: 15, onlineDays: 3 })
  expect([INVITATION.subscriberDigits, COMPANY.taxIdDigits, BANK.maxBranchDigits]).toEqual([7, 9, 3])
})

test('guards and ceilings hang together', () => {
  expect(CART.maxQuantityPerLine).toBe(TICKET_TYPE.maxPurchaseLimit)
  expect([orderLimitOf(null), orderLimitOf(undefined), orderLimitOf(200)]).toEqual([50, 50, 200])
  expect(CART.orderLimit).toBeLessThan(CART.maxOrderLimit)
  expect([PERSON.idDigits, FORM.maxOptions > 0, CANCELLATION.days, CANCELLATION.maxFeeAgorot]).toEqual([
    9,
    true,
    14,
    100_00,
  ])
})

test('no hold lives longer than one whose only payment started in its last second', () => {
  expect(HOLD.maxMinutes).toBe(HOLD.minutes + HOLD.paymentMinutes)
})

test('a code that stays in the picture is handed on every half second, and every 40 ms while codes are tracked', () => {
  expect([scanDelayMs(false), scanDelayMs(true)]).toEqual([500, 40])
})
