import type { BuyerOrder } from '@kartis/contract/public-orders.ts'
import { act, renderHook } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { CheckoutView } from '../../state/order-state.ts'
import { inPage, type ReceivedRequest, refusal, serve } from '../../testing/serve.tsx'
import { removeDraft } from './checkout-draft.ts'
import { useCheckout } from './use-checkout.ts'

const NOW = Date.parse('2026-12-01T10:00:00Z')
const ORDER = {
  uuid: 'o1',
  number: '100200',
  status: 'reserved',
  expires_at: '2026-12-01T10:10:00Z',
  total_amount: 100,
  refunded_amount: 0,
  phone_must_be_verified: false,
  foreign_phones: false,
  items: [],
  answers: [],
  buyer: { name: 'Noa Barkan', phone: '+972501234567', email: null },
  marketing_consent: false,
  payment: null,
  returned_payment: null,
} as unknown as BuyerOrder
const PAYMENT = { uuid: 'p1', url: 'https://gateway.test/pay', status: 'started', decline_reason: null, last4: null }

const viewOf = (change: Partial<BuyerOrder> = {}) =>
  ({
    token: 'key',
    order: { ...ORDER, ...change },
    event: { uuid: 'e1', slug: 'show' },
    forms: [],
  }) as unknown as CheckoutView

const checkoutOf = (change: Partial<BuyerOrder> = {}) => {
  const view = viewOf(change)
  return renderHook(() => useCheckout(view), { wrapper: inPage() }).result
}
const pass = (ms = 0) => act(() => vi.advanceTimersByTimeAsync(ms))

/** The order as the API has it now; tests change it. */
let order: BuyerOrder
const serveOrder = (respond: (request: ReceivedRequest) => unknown = () => undefined) =>
  serve((request) => {
    const reply = respond(request)
    if (reply !== undefined) return reply
    if (isPayment(request)) return { payment: { uuid: 'p1', url: PAYMENT.url }, order: null }
    return order
  })
const isPayment = ({ path }: ReceivedRequest): boolean => path.endsWith('/payment')
const postMessage = (data: object) =>
  act(async () => void window.dispatchEvent(new MessageEvent('message', { data, origin: location.origin })))

beforeEach(() => {
  vi.useFakeTimers({ now: NOW })
  order = ORDER
  removeDraft('o1')
  vi.spyOn(window, 'scrollTo').mockImplementation(() => undefined)
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

describe('the first step of the checkout', () => {
  it('asks once about a name of a single word', async () => {
    const requests = serveOrder()
    const checkout = checkoutOf({ buyer: { name: 'Noa', phone: '+972501234567', email: null } })
    act(() => checkout.current.pay())
    await pass()
    expect(checkout.current.answers.wrong).toEqual({ name: 'single_name' })
    expect([checkout.current.stage, requests.length]).toEqual(['details', 0])
    act(() => checkout.current.pay())
    await pass()
    expect(requests[0]).toMatchObject({ method: 'POST', body: { details: { name: 'Noa' } } })
  })

  it('asks once about an address that looks mistyped, also when the payment is the next thing that is pressed', async () => {
    const requests = serveOrder()
    const checkout = checkoutOf({ buyer: { name: 'Noa Barkan', phone: '+972501234567', email: 'noa@gmial.com' } })
    act(() => checkout.current.pay())
    await pass()
    expect(checkout.current.answers.wrong).toEqual({ email: 'email_typo' })
    expect([checkout.current.stage, requests.length]).toEqual(['details', 0])
    act(() => checkout.current.pay())
    await pass()
    expect(requests[0]).toMatchObject({ method: 'POST', body: { details: { email: 'noa@gmial.com' } } })
  })

  it('starts one payment for two clicks', async () => {
    const requests = serveOrder()
    const checkout = checkoutOf()
    act(() => {
      checkout.current.pay()
      checkout.current.pay()
    })
    await pass()
    expect(requests.filter(isPayment)).toHaveLength(1)
  })
})

describe('a coupon at the checkout', () => {
  const priced = {
    coupon: null,
    discount_amount: 0,
    event: { uuid: 'e1' },
    items: [{ price: 149, quantity: 2 }],
  } as unknown as Partial<BuyerOrder>
  const isCoupon = ({ path }: ReceivedRequest) => path.endsWith('/coupon')

  it('that is typed and not applied is applied when the buyer goes on to the payment', async () => {
    order = { ...ORDER, ...priced }
    const requests = serveOrder((request) => (isCoupon(request) ? { ...order, coupon: 'TEN' } : undefined))
    const checkout = checkoutOf(priced)
    act(() => checkout.current.coupon?.setTyped(' ten '))
    act(() => checkout.current.pay())
    await pass()
    expect(requests.slice(0, 2).map(({ method, path }) => `${method} ${path}`)).toEqual([
      'POST /public/orders/o1/coupon',
      'POST /public/orders/o1/payment',
    ])
    expect(requests[0]?.body).toEqual({ coupon: 'ten' })
    expect(checkout.current.stage).toBe('paying')
  })

  it('that is refused stops the buyer at its field: nothing is charged at the full price', async () => {
    document.body.innerHTML = '<input id="coupon" />'
    const requests = serveOrder((request) => (isCoupon(request) ? refusal(422, 'coupon_unknown') : undefined))
    const checkout = checkoutOf(priced)
    act(() => checkout.current.coupon?.setTyped('nope'))
    act(() => checkout.current.pay())
    await pass(50)
    expect(checkout.current.coupon?.problem).toMatch(/^refused: coupon_unknown Correct the code/)
    expect([checkout.current.stage, checkout.current.busy, requests.length]).toEqual(['details', false, 1])
    expect(document.activeElement?.id).toBe('coupon')
  })

  it('can change again after the way back from the gateway’s page, not beside it', async () => {
    order = { ...ORDER, ...priced, status: 'pending_payment' }
    serveOrder()
    const checkout = checkoutOf(priced)
    act(() => checkout.current.pay())
    await pass()
    expect([checkout.current.stage, checkout.current.coupon]).toEqual(['paying', undefined])
    act(() => checkout.current.edit())
    expect(checkout.current.coupon).toMatchObject({ typed: '', applied: undefined })
  })
})

describe('a late webhook', () => {
  it('tells the server that the buyer waits once the webhook is late', async () => {
    const requests = serveOrder()
    order = { ...ORDER, status: 'pending_payment', payment: PAYMENT as BuyerOrder['payment'] }
    const checkout = checkoutOf()
    act(() => checkout.current.pay())
    await pass()
    await postMessage({ kartis: 'payment-return', order: 'o1', outcome: 'success' })
    const isAwaited = ({ path }: ReceivedRequest) => path.includes('awaited=true')
    await pass(9000)
    expect(checkout.current.stage).toBe('waiting')
    expect(requests.filter(isAwaited)).toEqual([])
    await pass(9000)
    expect(requests.filter(isAwaited).length).toBeGreaterThan(0)
  })
})

describe('useCheckout', () => {
  it('sends the details with the start of the payment and opens the gateway’s page', async () => {
    const requests = serveOrder()
    const checkout = checkoutOf()
    act(() => checkout.current.pay())
    await pass()
    expect([checkout.current.stage, checkout.current.url]).toEqual(['paying', PAYMENT.url])
    const [start] = requests
    expect(start).toMatchObject({ path: '/public/orders/o1/payment', body: { details: { name: 'Noa Barkan' } } })
    expect(start?.headers.get('idempotency-key')).toMatch(/^[\da-f]{32}$/)
  })

  it('ends at once when nothing is to be paid, without another request', async () => {
    const requests = serveOrder((request) =>
      isPayment(request) ? { payment: null, order: { ...ORDER, status: 'paid' } } : undefined,
    )
    const checkout = checkoutOf({ total_amount: 0 })
    act(() => checkout.current.pay())
    await pass()
    expect([checkout.current.stage, requests.length]).toEqual(['done', 1])
  })

  it('sends nothing while a required field is wrong, and counts what is left to correct of several', async () => {
    const requests = serveOrder()
    const checkout = checkoutOf({ buyer: { name: '', phone: null, email: null } })
    act(() => checkout.current.pay())
    await pass()
    expect(Object.keys(checkout.current.answers.wrong)).toEqual(['name', 'phone'])
    expect([checkout.current.stage, requests.length]).toEqual(['details', 0])
    const toFix = () => checkout.current.answers.toFix
    expect(toFix()).toBe(2)
    act(() => checkout.current.answers.setBuyer({ name: 'Noa Barkan' }))
    expect(toFix()).toBe(1)
    act(() => checkout.current.answers.setBuyer({ phone: '0501234567' }))
    expect(toFix()).toBe(0)
  })

  it('shows the reasons of a refused field beside the field', async () => {
    serveOrder((request) => (isPayment(request) ? refusal(422, 'validation', { email: ['invalid_email'] }) : undefined))
    const checkout = checkoutOf()
    act(() => checkout.current.pay())
    await pass()
    expect(checkout.current.answers.wrong).toEqual({ email: 'invalid_email' })
    expect([checkout.current.stage, checkout.current.problem]).toEqual(['details', ''])
  })

  it('names a foreign number on leaving the field, unless the event takes those of other countries', () => {
    serveOrder()
    for (const [foreign_phones, wrong] of [
      [false, { phone: 'phone_not_allowed' }],
      [true, {}],
    ] as const) {
      const checkout = checkoutOf({ foreign_phones })
      act(() => checkout.current.answers.setBuyer({ phone: '+44 7911 123456' }))
      act(() => checkout.current.answers.onLeave('phone'))
      expect(checkout.current.answers.wrong).toEqual(wrong)
    }
  })

  it('repeats the key of a payment after a network failure', async () => {
    let fails = true
    const requests = serveOrder((request) => {
      if (!isPayment(request) || !fails) return undefined
      fails = false
      throw new TypeError('network')
    })
    const checkout = checkoutOf()
    for (let attempt = 0; attempt < 2; attempt++) {
      act(() => checkout.current.pay())
      await pass()
    }
    const keys = requests.filter(isPayment).map(({ headers }) => headers.get('idempotency-key'))
    expect(keys).toHaveLength(2)
    expect(keys[0]).toBe(keys[1])
    expect(checkout.current.stage).toBe('paying')
  })

  it('waits for the webhook after the gateway’s return, and ends when the order is paid', async () => {
    serveOrder()
    const checkout = checkoutOf()
    act(() => checkout.current.pay())
    await pass()
    await postMessage({ kartis: 'payment-return', order: 'o1', outcome: 'success' })
    expect(checkout.current.stage).toBe('waiting')
    order = { ...ORDER, status: 'paid' }
    await pass(1100)
    expect(checkout.current.stage).toBe('done')
  })

  it('ignores the return of another order', async () => {
    serveOrder()
    const checkout = checkoutOf()
    await postMessage({ kartis: 'payment-return', order: 'o2', outcome: 'success' })
    expect(checkout.current.stage).toBe('details')
  })

  it('shows a declined payment, from which the buyer pays again without saving', async () => {
    const requests = serveOrder()
    const checkout = checkoutOf({
      status: 'pending_payment',
      payment: { ...PAYMENT, status: 'declined' } as BuyerOrder['payment'],
    })
    await pass()
    expect(checkout.current.stage).toBe('failed')
    act(() => checkout.current.pay())
    await pass()
    expect(checkout.current.stage).toBe('paying')
    expect(requests.find(isPayment)?.body).toEqual({ lang: 'en' })
  })

  it('counts the hold down and asks what became of the order when it ends', async () => {
    serveOrder()
    const checkout = checkoutOf()
    expect(Math.round(checkout.current.seconds)).toBe(600)
    order = { ...ORDER, status: 'expired' }
    await pass(601_500)
    await pass(3100)
    expect(checkout.current.seconds).toBe(0)
    expect(checkout.current.stage).toBe('expired')
  })

  it('releases the tickets and returns to the event', async () => {
    const requests = serveOrder()
    const assign = vi.spyOn(location, 'assign').mockImplementation(() => undefined)
    const checkout = checkoutOf()
    act(() => checkout.current.release())
    await pass()
    expect(requests.some(({ method, path }) => method === 'DELETE' && path === '/public/orders/o1')).toBe(true)
    expect(assign).toHaveBeenCalledWith('/order/show')
  })
})

describe('the phone of an event that limits tickets by phone', () => {
  it('verifies the phone with a code where the event limits by phone', async () => {
    const sent = { phones_id: 'ph1', resend_at: '2026-12-01T10:01:00Z' }
    const requests = serveOrder((request) => {
      if (request.path === '/login') return sent
      const { details } = (request.body ?? {}) as { details?: { phone_proof?: object } }
      return isPayment(request) && !details?.phone_proof ? refusal(422, 'phone_unverified') : undefined
    })
    const checkout = checkoutOf({ phone_must_be_verified: true })
    expect(checkout.current.phone.needsCode).toBe(true)
    act(() => checkout.current.pay())
    await pass()
    expect([checkout.current.stage, checkout.current.phone.sent?.phones_id]).toEqual(['code', 'ph1'])
    await act(() => checkout.current.verify('123456'))
    expect(checkout.current.stage).toBe('paying')
    expect(requests.findLast(isPayment)?.body).toMatchObject({
      details: { phone_proof: { method_id: 'ph1', code: '123456' } },
    })
  })

  it('clears a code that was refused and stays at its step', async () => {
    serveOrder((request) => {
      if (request.path === '/login') return { phones_id: 'ph1', resend_at: '2026-12-01T10:01:00Z' }
      const { details } = (request.body ?? {}) as { details?: { phone_proof?: object } }
      if (!isPayment(request)) return undefined
      return details?.phone_proof ? refusal(422, 'code_wrong') : refusal(422, 'phone_unverified')
    })
    const checkout = checkoutOf({ phone_must_be_verified: true })
    act(() => checkout.current.pay())
    await pass()
    expect(await act(() => checkout.current.verify('123456'))).toBe(false)
    expect([checkout.current.stage, checkout.current.phone.wrong]).toEqual(['code', 'refused: code_wrong'])
  })

  it('shows the limit that the phone exceeds', async () => {
    serveOrder((request) =>
      isPayment(request) ? refusal(422, 'purchase_limit', { limit: 4, bought: 3, left: 1 }) : undefined,
    )
    const checkout = checkoutOf({ phone_must_be_verified: true })
    act(() => checkout.current.pay())
    await pass()
    expect(checkout.current.stage).toBe('limit')
    expect(checkout.current.phone.limit).toMatchObject({ limit: 4, bought: 3, left: 1 })
  })
})
