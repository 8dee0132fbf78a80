import type { BuyerOrder } from '@kartis/contract/public-orders.ts'
import { useEffect, useEffectEvent, useState } from 'react'
import { storedToken, useUserApi } from '../../shared/session.ts'
import type { Buyer } from './checkout-draft.ts'

/** Own orders that are looked through for a name: the newest may be carts without one. */
const LOOKED_AT = 5

const NOBODY: Partial<Buyer> = {}

/** The fields that are not empty. */
const filled = (fields: Readonly<Record<'name' | 'phone' | 'email', string | null>>): Partial<Buyer> =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== null && value !== ''))

/**
 * What is known of a signed-in buyer whose order has no details yet: the verified phone and the profile, else the name and
 * e-mail of the last order. Empty for everybody else, and until it is read.
 */
export const useSignedInBuyer = (order: BuyerOrder): Partial<Buyer> => {
  const userApi = useUserApi()
  const [buyer, setBuyer] = useState(NOBODY)
  const isBlank = order.buyer.name === null && order.buyer.phone === null
  const read = useEffectEvent(async (): Promise<Partial<Buyer>> => {
    if (storedToken() === undefined) return NOBODY
    const me = await userApi('GET', '/v1/account/users/me')
    if (!me.ok) return NOBODY
    const { name, email, phone } = me.data
    const profile = filled({ name, email, phone: phone.phone_national })
    if (profile.name !== undefined) return profile
    const orders = await userApi('GET', '/v1/customer/orders', { query: { per_page: LOOKED_AT } })
    const last = orders.ok ? orders.data.find((own) => own.buyer.name !== null)?.buyer : undefined
    return last ? { ...filled({ ...last, phone: null }), ...profile } : profile
  })
  useEffect(() => {
    if (!isBlank) return undefined
    const run = { current: true }
    const update = async () => {
      const found = await read()
      if (run.current) setBuyer(found)
    }
    void update()
    return () => {
      run.current = false
    }
  }, [isBlank])
  return isBlank ? buyer : NOBODY
}
