import { act, renderHook, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { saveHold } from '../../shared/saved-hold.ts'
import type { EventView, TicketTypeView } from '../../state/event-state.ts'
import { inPage, type ReceivedRequest, refusal, serve } from '../../testing/serve.tsx'
import { useCart } from './use-cart.ts'

const ticketType = (uuid: string, change: Partial<TicketTypeView> = {}): TicketTypeView => ({
  uuid,
  name: uuid,
  info: '',
  price: 149.9,
  max: 6,
  left: 100,
  scarce: false,
  state: 'on_sale',
  note: '',
  ...change,
})

const eventWith = (ticketTypes: readonly TicketTypeView[], change: Partial<EventView> = {}) =>
  ({ uuid: 'e1', slug: 'show', phase: 'on_sale', ticketTypes, orderLimit: null, ...change }) as EventView

/** An API whose availability is `left` by ticket type; everything else as `respond` says. */
const serveSale = (
  left: Readonly<Record<string, number>>,
  respond: (request: ReceivedRequest) => unknown = () => ({}),
) =>
  serve((request) => {
    if (request.path.endsWith('/availability'))
      return {
        events_tickets: Object.entries(left).map(([uuid, count]) => ({
          uuid,
          left: count,
          scarce: false,
          sale_state: count > 0 ? 'on_sale' : 'sold_out',
          max_per_order: 6,
        })),
      }
    if (request.path.includes('/waiting-room')) return { state: 'closed' }
    return respond(request)
  })

const cartOf = (event: EventView) => renderHook(() => useCart(event), { wrapper: inPage() }).result
const assign = vi.fn()

beforeEach(() => {
  localStorage.clear()
  sessionStorage.clear()
  assign.mockReset()
  vi.spyOn(location, 'assign').mockImplementation(assign)
})
afterEach(() => {
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

const VIP = ticketType('vip', { price: 300 })

describe('a double click at the sale page', () => {
  it('holds the tickets once for two clicks', async () => {
    const requests = serveSale({}, () => ({ uuid: 'o1', token: 'key', expires_at: '2026-12-01T10:00:00Z' }))
    const cart = cartOf(eventWith([VIP]))
    act(() => cart.current.change(VIP, 1))
    act(() => {
      cart.current.submit()
      cart.current.submit()
    })
    await waitFor(() => expect(assign).toHaveBeenCalled())
    expect(requests.filter(({ method, path }) => method === 'POST' && path === '/public/orders')).toHaveLength(1)
  })
})

describe('useCart', () => {
  it('adds up quantities and prices without rounding errors', async () => {
    serveSale({})
    const cart = cartOf(eventWith([ticketType('std'), VIP]))
    act(() => cart.current.change(ticketType('std'), 1))
    act(() => cart.current.change(ticketType('std'), 1))
    act(() => cart.current.change(VIP, 1))
    expect([cart.current.count, cart.current.total]).toEqual([3, 599.8])
    act(() => cart.current.change(VIP, -1))
    act(() => cart.current.change(VIP, -1))
    expect(cart.current.quantityOf(VIP)).toBe(0)
  })

  it('limits a row by the order’s limit over all rows', () => {
    serveSale({})
    const std = ticketType('std')
    const cart = cartOf(eventWith([std, VIP], { orderLimit: 3 }))
    act(() => cart.current.change(VIP, 1))
    act(() => cart.current.change(VIP, 1))
    expect(cart.current.maxOf(std)).toBe(1)
    expect(cart.current.maxOf(VIP)).toBe(3)
  })

  it('reduces a chosen quantity to what is left now', async () => {
    serveSale({ std: 1 })
    const cart = cartOf(eventWith([ticketType('std')]))
    await waitFor(() => expect(cart.current.ticketTypes[0]?.left).toBe(1))
    const [std = ticketType('std')] = cart.current.ticketTypes
    expect(cart.current.maxOf(std)).toBe(1)
  })

  it('holds the tickets and opens the checkout', async () => {
    const requests = serveSale({}, ({ method }) =>
      method === 'POST' ? { uuid: 'o1', token: 'key', expires_at: '2099-01-01T00:00:00Z' } : {},
    )
    const cart = cartOf(eventWith([ticketType('std')]))
    act(() => cart.current.change(ticketType('std'), 1))
    act(() => cart.current.submit())
    await waitFor(() => expect(assign).toHaveBeenCalledWith('/order/checkout/o1'))
    const reserve = requests.find(({ path }) => path === '/public/orders')
    expect(reserve?.body).toEqual({ event_uuid: 'e1', items: [{ events_ticket_uuid: 'std', quantity: 1 }] })
  })

  it.each([
    [{ std: 0 }, /just taken|just been taken/i],
    [{ std: 1 }, /fewer/i],
  ])('explains a sold-out cart by what is left: %j', async (left, text) => {
    serveSale({}, ({ path }) => (path === '/public/orders' ? refusal(409, 'sold_out', { left }) : {}))
    const cart = cartOf(eventWith([ticketType('std')]))
    act(() => cart.current.change(ticketType('std'), 1))
    act(() => cart.current.submit())
    await waitFor(() => expect(cart.current.problem).toMatch(text))
    expect([cart.current.busy, assign.mock.calls]).toEqual([false, []])
  })

  it('goes to the waiting room when the reservation needs a pass', async () => {
    serveSale({}, ({ path }) => (path === '/public/orders' ? refusal(409, 'waiting_room', { reason: 'no_pass' }) : {}))
    const cart = cartOf(eventWith([ticketType('std')]))
    act(() => cart.current.change(ticketType('std'), 1))
    act(() => cart.current.submit())
    await waitFor(() => expect(assign).toHaveBeenCalledWith('/order/wait/show'))
  })

  it('offers the live hold of this browser, and releases it', async () => {
    const requests = serveSale({})
    saveHold('e1', { order: 'o0', token: 'k0', expires: '2099-01-01T00:00:00Z', cart: '[]' })
    const cart = cartOf(eventWith([ticketType('std')]))
    await waitFor(() => expect(cart.current.held?.order).toBe('o0'))
    act(() => cart.current.dropHeld())
    expect(cart.current.held).toBeUndefined()
    await waitFor(() => expect(requests.some(({ method }) => method === 'DELETE')).toBe(true))
  })

  it('ignores a hold that has expired', async () => {
    serveSale({})
    saveHold('e1', { order: 'o0', token: 'k0', expires: '2020-01-01T00:00:00Z', cart: '[]' })
    expect(cartOf(eventWith([ticketType('std')])).current.held).toBeUndefined()
  })

  it('keeps the choice over the way to the checkout and back', async () => {
    serveSale({}, ({ path }) => (path.endsWith('/quote') ? refusal(422, 'coupon_unknown') : {}))
    const event = eventWith([ticketType('std'), VIP])
    const cart = cartOf(event)
    act(() => cart.current.change(ticketType('std'), 1))
    act(() => cart.current.change(VIP, 1))
    act(() => cart.current.change(VIP, 1))
    const again = cartOf(event)
    await waitFor(() => expect([again.current.count, again.current.total]).toEqual([3, 749.9]))
  })

  it('finds in another tab what this browser holds, also when nothing else is left', async () => {
    serveSale({ std: 0 })
    const cart = '[{"events_ticket_uuid":"std","quantity":2},"TEN"]'
    saveHold('e1', { order: 'o0', token: 'k0', expires: '2099-01-01T00:00:00Z', cart })
    const found = cartOf(eventWith([ticketType('std')]))
    await waitFor(() => expect(found.current.held?.order).toBe('o0'))
    await waitFor(() => expect(found.current.ticketTypes[0]?.left).toBe(2))
    expect([found.current.count, found.current.open]).toEqual([2, true])
  })

  it('says what is missing when the buyer goes on with an empty cart, and holds nothing', () => {
    const requests = serveSale({})
    const cart = cartOf(eventWith([ticketType('std')]))
    act(() => cart.current.submit())
    expect([cart.current.isEmptyRefused, cart.current.busy]).toEqual([true, false])
    act(() => cart.current.change(ticketType('std'), 1))
    expect(cart.current.isEmptyRefused).toBe(false)
    expect(requests.some(({ path }) => path === '/public/orders')).toBe(false)
  })

  it('shows the price with an applied coupon, prices it again when the cart changes, and uses it', async () => {
    const requests = serveSale({}, ({ path, body }) => {
      if (!path.endsWith('/quote')) return { uuid: 'o1', token: 'key', expires_at: '2099-01-01T00:00:00Z' }
      const { items } = body as { items: readonly { quantity: number }[] }
      const count = items[0]?.quantity ?? 0
      return { coupon: 'TEN', discount_amount: count * 10, total_amount: count * 139.9, items: [] }
    })
    const cart = cartOf(eventWith([ticketType('std')]))
    act(() => cart.current.change(ticketType('std'), 1))
    act(() => cart.current.coupon.setTyped(' ten '))
    act(() => cart.current.coupon.apply())
    await waitFor(() => expect(cart.current.coupon.applied).toEqual({ code: 'TEN', discount: 10 }))
    expect(cart.current.total).toBe(139.9)
    act(() => cart.current.change(ticketType('std'), 1))
    await waitFor(() => expect(cart.current.total).toBe(279.8))
    act(() => cart.current.submit())
    await waitFor(() => expect(assign).toHaveBeenCalled())
    expect(requests.find(({ path }) => path === '/public/orders')?.body).toMatchObject({ coupon: 'ten' })
    act(() => cart.current.coupon.remove())
    expect([cart.current.coupon.applied, cart.current.total]).toEqual([undefined, 299.8])
  })

  it('leaves a refused coupon in its field with the reason, and the full price', async () => {
    serveSale({}, ({ path }) => (path.endsWith('/quote') ? refusal(422, 'coupon_unknown') : {}))
    const cart = cartOf(eventWith([ticketType('std')]))
    act(() => cart.current.coupon.apply())
    expect(cart.current.coupon.problem).toMatch(/code/)
    act(() => cart.current.change(ticketType('std'), 1))
    act(() => cart.current.coupon.setTyped('NOPE'))
    act(() => cart.current.coupon.apply())
    await waitFor(() => expect(cart.current.coupon.problem).toMatch(/^refused: coupon_unknown Correct the code/))
    expect([cart.current.coupon.typed, cart.current.coupon.busy, cart.current.total]).toEqual(['NOPE', false, 149.9])
  })

  it('is closed when the event is over or nothing is on sale', () => {
    serveSale({})
    expect(cartOf(eventWith([ticketType('std')], { phase: 'over' })).current.open).toBe(false)
    expect(cartOf(eventWith([ticketType('std', { state: 'sold_out' })])).current.open).toBe(false)
  })
})

describe('a reservation whose coupon is refused', () => {
  it('leads to the field of a typed coupon that the reservation refused, which alone says why', async () => {
    document.body.innerHTML = '<input id="coupon" />'
    serveSale({}, ({ path }) => (path === '/public/orders' ? refusal(422, 'coupon_unknown') : {}))
    const cart = cartOf(eventWith([ticketType('std')]))
    act(() => cart.current.change(ticketType('std'), 1))
    act(() => cart.current.coupon.setTyped('NOPE'))
    act(() => cart.current.submit())
    await waitFor(() => expect(document.activeElement?.id).toBe('coupon'))
    expect(cart.current.coupon.problem).toMatch(/^refused: coupon_unknown Correct the code/)
    expect([cart.current.problem, cart.current.busy]).toEqual(['', false])
  })
})

describe('a sale that needs a verified phone', () => {
  it('requests the phone, keeps the choice, and sends the same cart signed in', async () => {
    const sent: ReceivedRequest[] = []
    serveSale({ std: 10 }, (request) => {
      if (request.path !== '/public/orders') return {}
      sent.push(request)
      return sent.length === 1
        ? refusal(422, 'phone_unverified')
        : { uuid: 'o1', token: 't1', expires_at: new Date(Date.now() + 600_000).toISOString() }
    })
    const std = ticketType('std')
    const cart = cartOf(eventWith([std]))
    act(() => cart.current.change(std, 1))
    act(() => cart.current.submit())
    await waitFor(() => expect(cart.current.phoneNeeded).toBe(true))
    expect([cart.current.count, cart.current.busy, cart.current.problem]).toEqual([1, false, ''])
    localStorage.setItem('access_token', btoa('signed-in'))
    act(() => {
      cart.current.setPhoneNeeded(false)
      cart.current.submit()
    })
    await waitFor(() => expect(assign).toHaveBeenCalled())
    expect(sent.map(({ headers }) => headers.get('authorization'))).toEqual([null, 'Bearer signed-in'])
    expect(sent[1]?.headers.get('x-waiting-device')).toMatch(/^[\w-]{16,64}$/)
  })

  it('says that another order is being paid instead of sending the buyer back to the queue', async () => {
    serveSale({ std: 10 }, () => refusal(409, 'waiting_room', { reason: 'cart_open' }))
    const std = ticketType('std')
    const cart = cartOf(eventWith([std]))
    act(() => cart.current.change(std, 1))
    act(() => cart.current.submit())
    await waitFor(() => expect(cart.current.problem).toContain('is being paid now'))
    expect(assign).not.toHaveBeenCalled()
  })
})
