import { render, screen } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { cancelLink } from '../../shared/own-order-link.ts'
import { savePhone } from '../../shared/saved-buyer.ts'
import { storeToken } from '../../shared/session.ts'
import { inPage, serve } from '../../testing/serve.tsx'
import { MyPage } from './my-page.tsx'

const arriveBy = (link: string): void => history.replaceState(null, '', link)
const show = (): string => {
  const Page = inPage()
  return (
    render(
      <Page>
        <MyPage />
      </Page>,
    ).container.textContent ?? ''
  )
}

beforeEach(() => {
  localStorage.clear()
  storeToken(undefined)
})
afterEach(() => {
  arriveBy('/')
  document.body.innerHTML = ''
  vi.unstubAllGlobals()
})

describe('the sign-in to own orders', () => {
  it('says why it is needed to who follows a link that cancels', () => {
    arriveBy(cancelLink('101229'))
    expect(show()).toContain('So that only the buyer can cancel order 101229')
    document.body.innerHTML = ''
    arriveBy(cancelLink())
    expect(show()).toContain('So that only the buyer can cancel, we send a code')
  })

  it('shows no text of an address', () => {
    arriveBy('/order/my?cancel=call%20050-1234567%20now')
    expect(show()).not.toContain('call')
  })

  it('has the phone of the last order beside its country, without the code in front', () => {
    savePhone('+972 52-0229095')
    arriveBy('/order/my')
    show()
    expect(screen.getByLabelText<HTMLInputElement>('Mobile phone').value).toBe('052-022-9095')
  })

  it('leads to the order of the link, and says where this phone has no such order', async () => {
    storeToken('token')
    serve(() => [])
    arriveBy(cancelLink('101229'))
    show()
    expect(await screen.findByText(/Order 101229 was not ordered with this phone number/u)).toBeDefined()
  })
})

describe('own orders', () => {
  it('begin with the next event, whenever it was ordered; what was cancelled follows', async () => {
    storeToken('token')
    const order = (name: string, starts_at: string, status = 'paid') => ({
      uuid: name,
      number: name,
      token: 'key',
      status,
      status_label: status,
      items: [],
      tickets: [{ uuid: name, status: 'valid', name, number: name, price: 0, redemption: 'pending' }],
      total_amount: 0,
      refunded_amount: 0,
      paid_at: '2099-01-01T10:00:00Z',
      buyer: {},
      event: {
        uuid: name,
        slug: name,
        name,
        starts_at,
        ends_at: starts_at,
        timezone: 'Asia/Jerusalem',
        banner: null,
        colors: null,
        cancelled: false,
        address_description: '',
        address_street: '',
        address_street_number: '',
        address_city: 'Haifa',
      },
      cancellation: { reason: null, last_day: null, allowed_now: false },
    })
    const orders = [
      order('Latest purchase', '2099-12-24T18:00:00Z'),
      order('Tonight', '2099-02-01T18:00:00Z'),
      order('Cancelled', '2099-01-01T18:00:00Z', 'cancelled'),
      order('First purchase', '2099-12-24T18:00:00Z'),
    ]
    serve(({ path }) => (path.startsWith('/customer/orders') ? orders : []))
    arriveBy('/order/my')
    show()
    await screen.findAllByText('Tonight')
    const text = document.body.textContent
    const shown = ['Tonight', 'Latest purchase', 'First purchase', 'Cancelled']
    expect(shown.toSorted((a, b) => text.indexOf(a) - text.indexOf(b))).toEqual(shown)
  })
})
