import type { BuyerOrder } from '@kartis/contract/public-orders.ts'
import { describe, expect, it } from 'vitest'
import { doingAfter, doingAtStart, isBuying, stageOf } from './stage.ts'
import type { Doing } from './stage.ts'

const payment = (status: NonNullable<BuyerOrder['payment']>['status'], uuid = 'p1') => ({
  uuid,
  url: 'https://gateway.test/page',
  status,
  decline_reason: null,
  last4: null,
})

const order = (status: BuyerOrder['status'], more: Partial<BuyerOrder> = {}): BuyerOrder =>
  ({ status, refunded_amount: 0, payment: null, ...more }) as BuyerOrder

const DOINGS: readonly Doing[] = ['details', 'code', 'limit', 'paying', 'waiting', 'failed']

describe('where a buyer stands', () => {
  it('is said by the server alone once the order has ended, whatever the browser was doing', () => {
    for (const doing of DOINGS) {
      expect(stageOf(order('paid'), doing)).toBe('done')
      expect(stageOf(order('partially_refunded'), doing)).toBe('done')
      expect(stageOf(order('expired'), doing)).toBe('expired')
      expect(stageOf(order('refunded'), doing)).toBe('refunded')
      expect(stageOf(order('cancelled'), doing)).toBe('released')
      expect(stageOf(order('cancelled', { refunded_amount: 10 }), doing)).toBe('refunded')
    }
  })

  it('is the browser’s own step while the order is open', () => {
    for (const doing of DOINGS) {
      expect(stageOf(order('reserved'), doing)).toBe(doing)
      expect(stageOf(order('pending_payment'), doing)).toBe(doing)
    }
  })
})

describe('the tickets that are held', () => {
  it('stay remembered while a phone is proved, and when it may not buy so many', () => {
    expect(DOINGS.filter((doing) => isBuying(stageOf(order('reserved'), doing)))).toEqual([
      'details',
      'code',
      'limit',
      'paying',
      'failed',
    ])
    expect(isBuying(stageOf(order('expired'), 'code'))).toBe(false)
  })
})

describe('a reload', () => {
  it('finds the details as long as nobody pays', () => {
    expect(doingAtStart(order('reserved'), null)).toBe('details')
  })

  it('goes back to the gateway’s page in the middle of paying', () => {
    expect(doingAtStart(order('pending_payment', { payment: payment('started') }), null)).toBe('paying')
    expect(doingAtStart(order('pending_payment', { payment: payment('abandoned') }), null)).toBe('details')
  })

  it('waits after the gateway said yes to the browser, since only its word to the server counts', () => {
    expect(doingAtStart(order('pending_payment', { payment: payment('started') }), 'success')).toBe('waiting')
  })

  it('shows a refusal, and believes the server before the address', () => {
    expect(doingAtStart(order('pending_payment', { payment: payment('started') }), 'fail')).toBe('failed')
    expect(doingAtStart(order('pending_payment', { payment: payment('declined') }), 'success')).toBe('failed')
  })
})

describe('a newer word of the server', () => {
  it('ends the waiting when the payment was declined', () => {
    const declined = order('pending_payment', { payment: payment('declined') })
    expect(doingAfter(declined, 'waiting', 'p1')).toBe('failed')
    expect(doingAfter(declined, 'paying', undefined)).toBe('failed')
  })

  it('about an earlier attempt does not disturb the new one', () => {
    const earlier = order('pending_payment', { payment: payment('declined', 'p1') })
    expect(doingAfter(earlier, 'paying', 'p2')).toBe('paying')
  })

  it('does not take the form away from someone who types', () => {
    expect(doingAfter(order('pending_payment', { payment: payment('declined') }), 'details', 'p1')).toBe('details')
  })
})
