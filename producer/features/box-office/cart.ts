import type { BoxOfficeEvent } from '@kartis/contract/box-office.ts'

type Type = BoxOfficeEvent['types'][number]
/** Quantity by ticket type uuid. */
export type Cart = Readonly<Record<string, number>>

export interface CartLine {
  readonly type: Type
  readonly quantity: number
}

export const linesOf = (event: BoxOfficeEvent, cart: Cart): CartLine[] =>
  event.types.flatMap((type) => {
    const quantity = cart[type.uuid] ?? 0
    return quantity > 0 ? [{ type, quantity }] : []
  })

export const countOf = (lines: readonly CartLine[]): number => lines.reduce((sum, { quantity }) => sum + quantity, 0)

/** Total in shekels, summed in agorot. */
export const totalOf = (lines: readonly CartLine[]): number =>
  lines.reduce((sum, { type, quantity }) => sum + Math.round(type.price * 100) * quantity, 0) / 100

/** How many more of a type may be added: limited by stock, the type's limit and the order's limit. */
export const remainingFor = (event: BoxOfficeEvent, cart: Cart, type: Type): number => {
  if (type.sale_state !== 'on_sale') return 0
  const has = cart[type.uuid] ?? 0
  const order = event.order_limit === null ? Infinity : event.order_limit - countOf(linesOf(event, cart))
  return Math.max(0, Math.min(type.left - has, (type.purchase_limit ?? Infinity) - has, order))
}

export const withMore = (event: BoxOfficeEvent, cart: Cart, type: Type, step: 1 | -1): Cart => {
  const has = cart[type.uuid] ?? 0
  if (step === 1 && remainingFor(event, cart, type) === 0) return cart
  return { ...cart, [type.uuid]: Math.max(0, has + step) }
}

/** A limit that the cart has reached. */
export interface ReachedLimit {
  readonly limit: number
  /** The ticket type it applies to; undefined for the limit of the whole sale. */
  readonly name: string | undefined
  /** The cart exceeds the limit, because it was lowered meanwhile. */
  readonly over: boolean
}

/** The limit of one sale that the cart has reached; an exceeded limit comes first. */
export const limitOf = (event: BoxOfficeEvent, cart: Cart): ReachedLimit | undefined => {
  const lines = linesOf(event, cart)
  const reached = [
    { limit: event.order_limit, name: undefined, has: countOf(lines) },
    ...lines.map(({ type, quantity }) => ({ limit: type.purchase_limit, name: type.name, has: quantity })),
  ].flatMap(({ limit, name, has }) =>
    limit === null || has === 0 || has < limit ? [] : [{ limit, name, over: has > limit }],
  )
  return reached.find(({ over }) => over) ?? reached[0]
}
