import type { Api, Refused } from '../../shared/api.ts'
import type { SavedHold } from '../../shared/saved-hold.ts'
import { placeHold } from '../event/place-hold.ts'
import type { CartItem } from './cart-items.ts'

type HeldSeats = { readonly ok: true; readonly hold: SavedHold } | { readonly ok: false; readonly refused: Refused }

/** Holds seats and saves the token of their order. */
export const holdSeats = async (
  api: Api,
  event: string,
  items: readonly CartItem[],
  earlier: SavedHold | undefined,
): Promise<HeldSeats> => {
  const held = await placeHold(api, event, { items }, earlier)
  if (!held.ok) return held
  const { order, token, expires } = held
  return { ok: true, hold: { order, token, expires, cart: JSON.stringify(items) } }
}
