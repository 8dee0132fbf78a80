import type { BuyerOrder } from '@kartis/contract/public-orders.ts'
import { renderHook, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { storeToken } from '../../shared/session.ts'
import { inPage, serve } from '../../testing/serve.tsx'
import { useSignedInBuyer } from './use-signed-in-buyer.ts'

const PHONE = { phone_number: '+972501234567', phone_national: '050-123-4567' }
const blank = { buyer: { name: null, phone: null, email: null } } as BuyerOrder
const filled = { buyer: { name: 'Noa Barkan', phone: '+972501234567', email: null } } as BuyerOrder
const buyerOf = (order: BuyerOrder) => renderHook(() => useSignedInBuyer(order), { wrapper: inPage() }).result

const serveProfile = (profile: object, orders: readonly object[] = []) =>
  serve(({ path }) => (path === '/account/users/me' ? { ...profile, phone: PHONE } : orders))

beforeEach(() => storeToken('token'))
afterEach(() => {
  vi.unstubAllGlobals()
  storeToken(undefined)
})

describe('a signed-in buyer', () => {
  it('is filled in from the own profile', async () => {
    const requests = serveProfile({ name: 'Noa Barkan', email: 'noa@example.com' })
    const buyer = buyerOf(blank)
    await waitFor(() =>
      expect(buyer.current).toEqual({ name: 'Noa Barkan', email: 'noa@example.com', phone: '050-123-4567' }),
    )
    expect(requests.map(({ path }) => path)).toEqual(['/account/users/me'])
  })

  it('without a profile is filled in from the last order that has a name, and the verified phone', async () => {
    const carts = [{ buyer: blank.buyer }, { buyer: { name: 'Noa B', phone: '+972500000000', email: 'n@example.com' } }]
    serveProfile({ name: '', email: null }, carts)
    const buyer = buyerOf(blank)
    await waitFor(() => expect(buyer.current).toEqual({ name: 'Noa B', email: 'n@example.com', phone: '050-123-4567' }))
  })

  it('is not asked for once the order has details', async () => {
    const requests = serveProfile({ name: 'Somebody Else', email: null })
    expect(buyerOf(filled).current).toEqual({})
    expect(requests).toEqual([])
  })
})

describe('a buyer who is not signed in', () => {
  it('is asked for by no request', () => {
    storeToken(undefined)
    const requests = serveProfile({ name: 'Noa Barkan', email: null })
    expect(buyerOf(blank).current).toEqual({})
    expect(requests).toEqual([])
  })
})
