import type { Api, Refused } from '../../shared/api.ts'
import { removeHold, type SavedHold, saveHold } from '../../shared/saved-hold.ts'
import { storedToken } from '../../shared/session.ts'
import { placeHold } from '../event/place-hold.ts'
import type { CartItem } from './cart-items.ts'

type HeldSeats = { readonly ok: true; readonly hold: SavedHold } | { readonly ok: false; readonly refused: Refused }

/** The order cannot change any more: it has expired, was cancelled, or its payment has begun. */
const IS_OVER: ReadonlySet<string> = new Set(['order_state', 'hold_expired', 'not_found'])

/**
 * Holds seats and saves the token of their order. Seats of an earlier hold are exchanged in one step, so that they stay held
 * when the new ones are refused.
 */
export const holdSeats = async (
  api: Api,
  event: string,
  items: readonly CartItem[],
  earlier: SavedHold | undefined,
): Promise<HeldSeats> => {
  const cart = JSON.stringify(items)
  if (earlier && earlier.cart !== cart) {
    const changed = await api('PUT', '/v1/public/orders/:uuid/seats', {
      params: { uuid: earlier.order },
      body: { items: [...items] },
      orderToken: earlier.token,
      bearer: storedToken(),
    })
    if (changed.ok) {
      const hold = { ...earlier, expires: changed.data.expires_at ?? earlier.expires, cart }
      saveHold(event, hold)
      return { ok: true, hold }
    }
    if (!IS_OVER.has(changed.code)) return { ok: false, refused: changed }
    removeHold(event)
  }
  const held = await placeHold(api, event, { items }, earlier?.cart === cart ? earlier : undefined)
  if (!held.ok) return held
  const { order, token, expires } = held
  return { ok: true, hold: { order, token, expires, cart } }
}
