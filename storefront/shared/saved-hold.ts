import { orderCookie } from '../page-types.ts'

/** A live hold of this browser: another tab, the back button or a reload finds it again instead of holding twice. */
export interface HoldMemory {
  readonly order: string
  readonly token: string
  readonly expires: string
  readonly cart: string
}

const keyOf = (event: string): string => `kartis.hold.${event}`
const COOKIE_DAYS = 3

/** Storage may be shut (private windows); then the cookie alone carries the order. */
const quietly = <T>(work: () => T): T | undefined => {
  try {
    return work()
  } catch {
    return undefined
  }
}

export const rememberHold = (event: string, hold: HoldMemory): void => {
  quietly(() => localStorage.setItem(keyOf(event), JSON.stringify(hold)))
  rememberKey(hold.order, hold.token)
}

export const forgetHold = (event: string): void => {
  quietly(() => localStorage.removeItem(keyOf(event)))
}

export const heldFor = (event: string): HoldMemory | undefined =>
  quietly(() => JSON.parse(localStorage.getItem(keyOf(event)) ?? 'null') as HoldMemory | null) ?? undefined

/** The key of an order, so that its pages open in this browser without a token in the address. */
export const rememberKey = (order: string, token: string): void => {
  // Inside an organiser's page the address alone carries the key.
  if (document.documentElement.dataset.embed !== undefined) return
  const secure = location.protocol === 'https:' ? '; secure' : ''
  // oxlint-disable-next-line unicorn/no-document-cookie -- the Cookie Store API is missing in Safari before 18.4
  document.cookie = `${orderCookie(order)}=${encodeURIComponent(token)}; path=/order; max-age=${COOKIE_DAYS * 86_400}; samesite=lax${secure}`
}
