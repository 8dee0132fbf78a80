import type { Api, Refused } from '../../shared/api.ts'
import { serverTime } from '../../shared/clock.ts'
import { removeHold, type SavedHold, saveHold } from '../../shared/saved-hold.ts'
import { deviceId, passHeaders } from '../../shared/saved-place.ts'
import { storedToken } from '../../shared/session.ts'

interface Item {
  readonly events_ticket_uuid: string
  readonly quantity: number
  /** As many as tickets, where the places of the type are numbered. */
  readonly seat_uuids?: string[]
  /** The best that are left, where somebody was quicker to take those seats. */
  readonly best?: { readonly wheelchairs?: number }
}

interface RequestedCart {
  readonly items: readonly Item[]
  /** Empty: none. Left out, an order that is changed keeps its own. */
  readonly coupon?: string
}

/** `items`: what the server holds, where it was asked. */
type Held =
  | { readonly ok: true; readonly hold: SavedHold; readonly items?: readonly Item[] }
  | { readonly ok: false; readonly refused: Refused }

/** The order is over, and holds nothing any more. */
const IS_OVER: ReadonlySet<string> = new Set(['order_state', 'hold_expired', 'not_found'])

const isPaying = ({ code, detail }: Refused): boolean => code === 'order_state' && detail.status === 'pending_payment'

/** The same order with another cart: what it holds stays held when the new cart is refused. */
const exchange = (api: Api, earlier: SavedHold, { items, coupon }: RequestedCart) =>
  api('PUT', '/v1/public/orders/:uuid/seats', {
    params: { uuid: earlier.order },
    body: { items: [...items], ...(coupon !== undefined && { coupon: coupon || null }) },
    orderToken: earlier.token,
    bearer: storedToken(),
  })

const reserve = async (api: Api, event: string, { items, coupon }: RequestedCart, cart: string): Promise<Held> => {
  const result = await api('POST', '/v1/public/orders', {
    body: { event_uuid: event, items: [...items], ...(coupon && { coupon }) },
    bearer: storedToken(),
    headers: { 'x-waiting-device': deviceId(), ...passHeaders(event, serverTime()) },
  })
  if (!result.ok) return { ok: false, refused: result }
  const { uuid, token, expires_at, items: held } = result.data
  return { ok: true, hold: { order: uuid, token, expires: expires_at, cart }, items: held }
}

/**
 * Holds a cart and saves the token of its order. A cart that is held already is reused, and another one takes its place in
 * the same order. Once the payment of the earlier order has begun it cannot change: it is released as soon as the new one
 * is held, unless the outcome of its payment is awaited. Whatever is refused, the earlier hold stays.
 */
export const placeHold = async (
  api: Api,
  event: string,
  cart: RequestedCart,
  earlier: SavedHold | undefined,
): Promise<Held> => {
  const key = JSON.stringify(cart.coupon ? [...cart.items, cart.coupon] : cart.items)
  if (earlier?.cart === key) return { ok: true, hold: earlier }
  const changeable = earlier?.paying ? undefined : earlier
  const changed = changeable && (await exchange(api, changeable, cart))
  if (changeable && changed?.ok) {
    const hold = { ...changeable, expires: changed.data.expires_at ?? changeable.expires, cart: key }
    saveHold(event, hold)
    return { ok: true, hold, items: changed.data.items }
  }
  const refused = changed && !changed.ok ? changed : undefined
  if (refused && !IS_OVER.has(refused.code)) return { ok: false, refused }
  const paying = refused && isPaying(refused) ? earlier : undefined
  if (refused && !paying) removeHold(event)
  const reserved = await reserve(api, event, cart, key)
  if (!reserved.ok) return reserved
  saveHold(event, reserved.hold)
  if (paying)
    await api('DELETE', '/v1/public/orders/:uuid', { params: { uuid: paying.order }, orderToken: paying.token })
  return reserved
}
