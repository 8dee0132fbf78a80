import type { Dice } from './random.ts'
import { saleTimes } from './sale-times.ts'
import type { Show, TypePlan } from './show.ts'

/** What became of an order: paid, refunded, cancelled with a fee, or partly cancelled. */
export type Outcome = 'paid' | 'refunded' | 'with_fee' | 'partly'

export interface Line {
  /** Index of the type in the show. */
  readonly type: number
  quantity: number
}

export interface Cart {
  readonly at: Date
  readonly lines: Line[]
  outcome: Outcome
}

/** Share of carts that also contain a companion type. */
const ALONG = 0.55

const maxOf = (type: TypePlan, show: Show): number => Math.min(type.limit ?? 10, show.settings.order_limit ?? 10)

/** Carts of every order of a show, oldest first. Their valid tickets are exactly what the show has sold. */
export const cartsOf = (show: Show, random: Dice): Cart[] => {
  const { types, sales } = show
  if (!show.when.saleFrom) return []
  const timeOf = saleTimes(show.when, random)
  const left = types.map((type) => type.sold)
  const size = (place: number, quantity = random.weighed(sales.sizes) + 1): number => {
    const type = types[place]
    return type ? Math.max(1, Math.min(quantity, maxOf(type, show))) : 1
  }
  const take = (place: number, quantity: number): number => {
    const taken = Math.min(quantity, left[place] ?? 0)
    left[place] = (left[place] ?? 0) - taken
    return taken
  }
  const cart = (place: number): Cart => {
    const lines = [{ type: place, quantity: take(place, size(place)) }]
    types.forEach((type, other) => {
      const total = lines.reduce((sum, line) => sum + line.quantity, 0)
      const capacity = maxOf(type, show) - total
      if (other === place || !type.along || capacity < 1 || !random.chance(ALONG)) return
      const quantity = take(other, Math.min(capacity, random.whole(1, 3)))
      if (quantity > 0) lines.push({ type: other, quantity })
    })
    return { at: timeOf(types[place]?.during), lines, outcome: 'paid' }
  }
  const open = (along: boolean): number[] =>
    types.flatMap((type, place) => (type.sold > 0 && Boolean(type.along) === along ? [place] : []))
  const paid: Cart[] = []
  for (const place of [...open(false), ...open(true)]) {
    while ((left[place] ?? 0) > 0) paid.push(cart(place))
  }
  return [
    ...withPartlyCancelled(paid, sales.partly, show, random),
    ...cancelledCarts(show, random, timeOf, size),
  ].toSorted((left, right) => left.at.getTime() - right.at.getTime())
}

/** Adds to some orders one more ticket that was cancelled. */
const withPartlyCancelled = (carts: Cart[], count: number, show: Show, random: Dice): Cart[] => {
  const suitable = carts.filter(({ lines: [line, ...more] }) => {
    const type = line && show.types[line.type]
    return more.length === 0 && type && type.price > 0 && line.quantity > 1 && line.quantity < maxOf(type, show)
  })
  for (let done = 0; done < count && suitable.length > 0; done++) {
    const [cart] = suitable.splice(random.whole(0, suitable.length - 1), 1)
    const [line] = cart?.lines ?? []
    if (!cart || !line) continue
    line.quantity += 1
    cart.outcome = 'partly'
  }
  return carts
}

/** Orders that were cancelled as a whole. */
const cancelledCarts = (
  show: Show,
  random: Dice,
  timeOf: (during?: readonly [number, number]) => Date,
  size: (place: number) => number,
): Cart[] => {
  const paid = show.types.flatMap((type, place) => (type.sold > 0 && type.price > 0 ? [place] : []))
  const [first, ...others] = paid
  if (first === undefined) return []
  const outcomes: Outcome[] = [
    ...Array<Outcome>(show.sales.refunded).fill('refunded'),
    ...Array<Outcome>(show.sales.withFee).fill('with_fee'),
  ]
  return outcomes.map((outcome) => {
    const type = random.pick([first, ...others])
    // Early enough to be cancelled before the event.
    return { at: timeOf([0, 0.7]), lines: [{ type, quantity: size(type) }], outcome }
  })
}
