import type { BuyerOrder } from '@kartis/contract/public-orders.ts'
import { describe, expect, it } from 'vitest'
import { nextStep, initialStep, isBuying, stageOf } from './stage.ts'
import type { BuyerStep } from './stage.ts'

const payment = (status: NonNullable<BuyerOrder['payment']>['status'], uuid = 'p1') => ({
  uuid,
  url: 'https://gateway.test/page',
  status,
  decline_reason: null,
  last4: null,
  wallet: null,
  installments: 1,
})

const order = (status: BuyerOrder['status'], more: Partial<BuyerOrder> = {}): BuyerOrder =>
  ({ status, refunded_amount: 0, payment: null, returned_payment: null, ...more }) as BuyerOrder

const STEPS: readonly BuyerStep[] = ['details', 'code', 'limit', 'paying', 'waiting', 'failed', 'returned']

describe('stageOf', () => {
  it('is decided by the order alone once it has ended, at any step of the browser', () => {
    for (const step of STEPS) {
      expect(stageOf(order('paid'), step)).toBe('done')
      expect(stageOf(order('partially_refunded'), step)).toBe('done')
      expect(stageOf(order('expired'), step)).toBe('expired')
      expect(stageOf(order('refunded'), step)).toBe('refunded')
      expect(stageOf(order('cancelled'), step)).toBe('released')
      expect(stageOf(order('cancelled', { refunded_amount: 10 }), step)).toBe('refunded')
    }
  })

  it('is the browser’s own step while the order is open', () => {
    for (const step of STEPS) {
      expect(stageOf(order('reserved'), step)).toBe(step)
      expect(stageOf(order('pending_payment'), step)).toBe(step)
    }
  })
})

describe('isBuying', () => {
  it('holds while the phone is verified and when the phone exceeds its limit', () => {
    expect(STEPS.filter((step) => isBuying(stageOf(order('reserved'), step)))).toEqual([
      'details',
      'code',
      'limit',
      'paying',
      'failed',
      'returned',
    ])
    expect(isBuying(stageOf(order('expired'), 'code'))).toBe(false)
  })
})

describe('initialStep', () => {
  it('is the details before a payment', () => {
    expect(initialStep(order('reserved'), null)).toBe('details')
  })

  it('stays with the confirmation of a payment that came back, but not of another one', () => {
    const waiting = order('pending_payment', { payment: payment('started', 'p1') })
    expect(initialStep(waiting, null, 'p1')).toBe('waiting')
    expect(initialStep(waiting, null, 'p0')).toBe('paying')
    expect(initialStep(order('pending_payment', { payment: payment('declined', 'p1') }), null, 'p1')).toBe('failed')
    expect(initialStep(order('reserved'), null, 'p1')).toBe('details')
  })

  it('is the gateway’s page during a payment', () => {
    expect(initialStep(order('pending_payment', { payment: payment('started') }), null)).toBe('paying')
    expect(initialStep(order('pending_payment', { payment: payment('abandoned') }), null)).toBe('details')
  })

  it('is waiting after the gateway reported success to the browser, since only its webhook counts', () => {
    expect(initialStep(order('pending_payment', { payment: payment('started') }), 'success')).toBe('waiting')
  })

  it('is a declined payment, where the order counts more than the address', () => {
    expect(initialStep(order('pending_payment', { payment: payment('started') }), 'fail')).toBe('failed')
    expect(initialStep(order('pending_payment', { payment: payment('declined') }), 'success')).toBe('failed')
  })
})

describe('nextStep', () => {
  it('ends the waiting when the payment is declined', () => {
    const declined = order('pending_payment', { payment: payment('declined') })
    expect(nextStep(declined, 'waiting', 'p1')).toBe('failed')
    expect(nextStep(declined, 'paying', undefined)).toBe('failed')
  })

  it('ends the waiting when the charge was of an earlier sum and is refunded', () => {
    const returned = { returned_payment: { uuid: 'p1', amount: 298 } }
    const own = order('pending_payment', { payment: payment('paid', 'p1'), ...returned })
    expect(nextStep(own, 'waiting', 'p1')).toBe('returned')
    expect(nextStep(own, 'paying', undefined)).toBe('returned')
    expect(initialStep(own, 'success')).toBe('returned')
    // Another tab has opened the next attempt meanwhile.
    const other = order('pending_payment', { payment: payment('started', 'p2'), ...returned })
    expect(nextStep(other, 'waiting', 'p1')).toBe('returned')
    expect(nextStep(other, 'paying', 'p2')).toBe('paying')
    expect(initialStep(other, null, 'p1')).toBe('returned')
    expect(initialStep(other, null)).toBe('paying')
  })

  it('ignores an earlier attempt', () => {
    const earlier = order('pending_payment', { payment: payment('declined', 'p1') })
    expect(nextStep(earlier, 'paying', 'p2')).toBe('paying')
  })

  it('keeps the form of a buyer who is typing', () => {
    expect(nextStep(order('pending_payment', { payment: payment('declined') }), 'details', 'p1')).toBe('details')
  })
})
