import { orderCookie } from '../page-types.ts'
import { parsedJson, readItem, writeItem } from './local-storage.ts'

/** A live hold of this browser, so that another tab, the back button or a reload reuses it instead of holding twice. */
export interface SavedHold {
  readonly order: string
  readonly token: string
  readonly expires: string
  readonly cart: string
  /** Until when the outcome of its payment is awaited: an instant. The order cannot change meanwhile. */
  readonly paying?: string
}

const keyOf = (event: string): string => `kartis.hold.${event}`
/** Where `saved-cart.ts` keeps the choice of a tab. */
export const cartKey = (event: string): string => `kartis.cart.${event}`
const COOKIE_DAYS = 3

/** Without storage (private windows) only the cookie has the token. */
export const saveHold = (event: string, hold: SavedHold): void => {
  writeItem(keyOf(event), JSON.stringify(hold))
  saveOrderToken(hold.order, hold.token)
}

export const removeHold = (event: string): void => writeItem(keyOf(event), undefined)

export const readHold = (event: string): SavedHold | undefined =>
  parsedJson(readItem(keyOf(event))) as SavedHold | undefined

/** Saves the token of an order, so that its pages open in this browser without one in the address. */
export const saveOrderToken = (order: string, token: string): void => {
  // An embedded page has the token in its address.
  if (document.documentElement.dataset.embed !== undefined) return
  const secure = location.protocol === 'https:' ? '; secure' : ''
  // oxlint-disable-next-line unicorn/no-document-cookie -- the Cookie Store API is missing in Safari before 18.4
  document.cookie = `${orderCookie(order)}=${encodeURIComponent(token)}; path=/order; max-age=${COOKIE_DAYS * 86_400}; samesite=lax${secure}`
}

/** The order of the event has ended: neither its hold nor the choice of this tab is of use any more. */
export const endPurchase = (event: string): void => {
  removeHold(event)
  try {
    sessionStorage.removeItem(cartKey(event))
  } catch {
    // Without storage there is no choice either.
  }
}
