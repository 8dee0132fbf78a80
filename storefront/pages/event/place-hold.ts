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
}

export type Held =
  | { readonly ok: true; readonly order: string; readonly token: string; readonly expires: string }
  | { readonly ok: false; readonly refused: Refused }

/**
 * Holds a cart and saves the token of its order. A cart that is held already is reused; another one releases the earlier
 * hold first, so that one buyer never blocks tickets twice.
 */
export const placeHold = async (
  api: Api,
  event: string,
  { items, coupon }: { readonly items: readonly Item[]; readonly coupon?: string | undefined },
  earlier: SavedHold | undefined,
): Promise<Held> => {
  const cart = JSON.stringify(coupon ? [...items, coupon] : items)
  if (earlier?.cart === cart) return { ok: true, order: earlier.order, token: earlier.token, expires: earlier.expires }
  if (earlier) {
    await api('DELETE', '/v1/public/orders/:uuid', { params: { uuid: earlier.order }, orderToken: earlier.token })
    removeHold(event)
  }
  const result = await api('POST', '/v1/public/orders', {
    body: { event_uuid: event, items: [...items], ...(coupon && { coupon }) },
    bearer: storedToken(),
    headers: { 'x-waiting-device': deviceId(), ...passHeaders(event, serverTime()) },
  })
  if (!result.ok) return { ok: false, refused: result }
  const { uuid, token, expires_at } = result.data
  saveHold(event, { order: uuid, token, expires: expires_at, cart })
  return { ok: true, order: uuid, token, expires: expires_at }
}
