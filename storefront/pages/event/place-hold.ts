import type { Reservation } from '@kartis/contract/public-orders.ts'
import type { Refused } from '../../shared/api.ts'
import { forgetHold, rememberHold } from '../../shared/saved-hold.ts'
import type { HoldMemory } from '../../shared/saved-hold.ts'
import { serverTime } from '../../shared/clock.ts'
import { newKey } from '../../shared/new-key.ts'
import type { Api } from '../../shared/use-api.ts'
import { passHeaders } from '../../shared/saved-place.ts'

interface Item {
  readonly events_ticket_uuid: string
  readonly quantity: number
}
interface Attempt {
  cart: string
  key: string
}

type Held =
  | { readonly ok: true; readonly order: string; readonly token: string }
  | { readonly ok: false; readonly refused: Refused }

/**
 * Holds a cart and remembers its key. The same cart that is held already is taken up again;
 * another one gives the earlier hold back first, so that one buyer never blocks tickets twice.
 */
export const placeHold = async (
  api: Api,
  event: string,
  { items, coupon }: { readonly items: readonly Item[]; readonly coupon?: string | undefined },
  attempt: Attempt,
  earlier: HoldMemory | undefined,
): Promise<Held> => {
  const cart = JSON.stringify(coupon ? [...items, coupon] : items)
  if (earlier?.cart === cart) return { ok: true, order: earlier.order, token: earlier.token }
  if (earlier) {
    await api(`/public/orders/${earlier.order}`, { method: 'DELETE', orderToken: earlier.token })
    forgetHold(event)
  }
  if (attempt.cart !== cart) {
    attempt.cart = cart
    attempt.key = newKey()
  }
  const answer = await api<Reservation>('/public/orders', {
    method: 'POST',
    body: { event_uuid: event, items, ...(coupon && { coupon }) },
    idempotencyKey: attempt.key,
    headers: passHeaders(event, serverTime()),
  })
  // A lost network may have held all the same: only a refusal ends the attempt.
  if (answer.ok || answer.status !== 0) attempt.cart = ''
  if (!answer.ok) return { ok: false, refused: answer }
  const { uuid, token, expires_at } = answer.data
  rememberHold(event, { order: uuid, token, expires: expires_at, cart })
  return { ok: true, order: uuid, token }
}
