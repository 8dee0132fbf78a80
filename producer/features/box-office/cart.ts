import type { CounterEvent } from '@kartis/contract/box-office.ts'

type Type = CounterEvent['types'][number]
/** Ticket type uuid to quantity. */
export type Basket = Readonly<Record<string, number>>

export interface BasketLine {
  readonly type: Type
  readonly quantity: number
}

export const linesOf = (event: CounterEvent, basket: Basket): BasketLine[] =>
  event.types.flatMap((type) => {
    const quantity = basket[type.uuid] ?? 0
    return quantity > 0 ? [{ type, quantity }] : []
  })

export const countOf = (lines: readonly BasketLine[]): number => lines.reduce((sum, { quantity }) => sum + quantity, 0)

/** Shekels, added up in agorot. */
export const totalOf = (lines: readonly BasketLine[]): number =>
  lines.reduce((sum, { type, quantity }) => sum + Math.round(type.price * 100) * quantity, 0) / 100

/** How many more of a type the basket may take: stock, the limit of the type, the limit of the order. */
export const roomFor = (event: CounterEvent, basket: Basket, type: Type): number => {
  if (type.sale_state !== 'on_sale') return 0
  const has = basket[type.uuid] ?? 0
  const order = event.order_limit === null ? Infinity : event.order_limit - countOf(linesOf(event, basket))
  return Math.max(0, Math.min(type.left - has, (type.purchase_limit ?? Infinity) - has, order))
}

export const withMore = (event: CounterEvent, basket: Basket, type: Type, step: 1 | -1): Basket => {
  const has = basket[type.uuid] ?? 0
  if (step === 1 && roomFor(event, basket, type) === 0) return basket
  return { ...basket, [type.uuid]: Math.max(0, has + step) }
}

/** A limit that the basket has come to. */
export interface ReachedLimit {
  readonly limit: number
  /** The ticket type that it is about; nothing where the whole sale is meant. */
  readonly name: string | undefined
  /** More lies in the basket than it allows: the limit has come down meanwhile. */
  readonly over: boolean
}

/** Why the basket takes no more, where that is a limit of one sale; what it holds too much of comes first. */
export const limitOf = (event: CounterEvent, basket: Basket): ReachedLimit | undefined => {
  const lines = linesOf(event, basket)
  const reached = [
    { limit: event.order_limit, name: undefined, has: countOf(lines) },
    ...lines.map(({ type, quantity }) => ({ limit: type.purchase_limit, name: type.name, has: quantity })),
  ].flatMap(({ limit, name, has }) =>
    limit === null || has === 0 || has < limit ? [] : [{ limit, name, over: has > limit }],
  )
  return reached.find(({ over }) => over) ?? reached[0]
}
