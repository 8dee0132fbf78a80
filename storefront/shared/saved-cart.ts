import { cartKey, readHold, type SavedHold, saveHold } from './saved-hold.ts'

/** Ticket type uuid to quantity. */
export type Quantities = Readonly<Record<string, number>>

/** What a visitor chose in this tab, so that the way back from the checkout and a reload lose nothing. */
export interface SavedCart {
  readonly quantities: Quantities
  readonly coupon: string
}

const isCount = (value: unknown): value is number => Number.isInteger(value) && Number(value) > 0

const countsOf = (value: unknown): Quantities =>
  typeof value === 'object' && value !== null
    ? Object.fromEntries(Object.entries(value).filter((entry): entry is [string, number] => isCount(entry[1])))
    : {}

const parse = (text: string | null | undefined): unknown => {
  try {
    return JSON.parse(text ?? 'null')
  } catch {
    return null
  }
}

const readStored = (event: string): string | null => {
  try {
    return sessionStorage.getItem(cartKey(event))
  } catch {
    // Without storage (embedded pages) the choice ends with the page.
    return null
  }
}

/** The quantities that a hold of this browser contains. */
export const quantitiesOf = (hold: SavedHold | undefined): Quantities => {
  const items = parse(hold?.cart)
  if (!Array.isArray(items)) return {}
  return countsOf(
    Object.fromEntries(
      items.flatMap((item: { events_ticket_uuid?: unknown; quantity?: unknown } | string) =>
        typeof item === 'object' && typeof item.events_ticket_uuid === 'string'
          ? [[item.events_ticket_uuid, item.quantity]]
          : [],
      ),
    ),
  )
}

const couponOf = (hold: SavedHold | undefined): string => {
  const items = parse(hold?.cart)
  const coupon: unknown = Array.isArray(items) ? items.at(-1) : undefined
  return typeof coupon === 'string' ? coupon : ''
}

/** The choice of this tab; in another tab, what this browser holds. */
export const readCart = (event: string): SavedCart => {
  const saved = parse(readStored(event)) as Partial<Record<keyof SavedCart, unknown>> | null
  if (!saved) {
    const hold = readHold(event)
    return { quantities: quantitiesOf(hold), coupon: couponOf(hold) }
  }
  return { quantities: countsOf(saved.quantities), coupon: typeof saved.coupon === 'string' ? saved.coupon : '' }
}

export const saveCart = (event: string, cart: SavedCart): void => {
  try {
    sessionStorage.setItem(cartKey(event), JSON.stringify(cart))
  } catch {
    // Without storage the choice ends with the page.
  }
}

/** The coupon of the held order changed: the choice of this tab and the hold follow, so that going back finds the same price. */
export const saveHeldCoupon = (event: string, order: string, coupon: string): void => {
  saveCart(event, { ...readCart(event), coupon })
  const hold = readHold(event)
  if (hold?.order !== order) return
  const items = (parse(hold.cart) as unknown[] | null)?.filter((item) => typeof item === 'object') ?? []
  saveHold(event, { ...hold, cart: JSON.stringify(coupon === '' ? items : [...items, coupon]) })
}
