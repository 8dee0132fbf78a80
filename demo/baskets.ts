import type { Dice } from './random.ts'
import { saleTimes } from './sale-times.ts'
import type { Show, TypePlan } from './show.ts'

export type Fate = 'kept' | 'refunded' | 'with_fee' | 'partly'

export interface Line {
  /** Place of the type in the show. */
  readonly type: number
  quantity: number
}

export interface Cart {
  readonly at: Date
  readonly lines: Line[]
  fate: Fate
}

const ALONG = 0.55

const mostOf = (type: TypePlan, show: Show): number => Math.min(type.limit ?? 10, show.settings.order_limit ?? 10)

/** Every order that somebody paid for or took for nothing, oldest first. What is kept of them is exactly what the show has sold. */
export const cartsOf = (show: Show, random: Dice): Cart[] => {
  const { types, sales } = show
  if (!show.when.saleFrom) return []
  const timeOf = saleTimes(show.when, random)
  const left = types.map((type) => type.sold)
  const size = (place: number, wanted = random.weighed(sales.sizes) + 1): number => {
    const type = types[place]
    return type ? Math.max(1, Math.min(wanted, mostOf(type, show))) : 1
  }
  const take = (place: number, wanted: number): number => {
    const taken = Math.min(wanted, left[place] ?? 0)
    left[place] = (left[place] ?? 0) - taken
    return taken
  }
  const cart = (place: number): Cart => {
    const lines = [{ type: place, quantity: take(place, size(place)) }]
    types.forEach((type, other) => {
      const total = lines.reduce((sum, line) => sum + line.quantity, 0)
      const room = mostOf(type, show) - total
      if (other === place || !type.along || room < 1 || !random.chance(ALONG)) return
      const quantity = take(other, Math.min(room, random.whole(1, 3)))
      if (quantity > 0) lines.push({ type: other, quantity })
    })
    return { at: timeOf(types[place]?.during), lines, fate: 'kept' }
  }
  const open = (along: boolean): number[] =>
    types.flatMap((type, place) => (type.sold > 0 && Boolean(type.along) === along ? [place] : []))
  const kept: Cart[] = []
  for (const place of [...open(false), ...open(true)]) {
    while ((left[place] ?? 0) > 0) kept.push(cart(place))
  }
  return [...markPartly(kept, sales.partly, show, random), ...lost(show, random, timeOf, size)].toSorted(
    (one, other) => one.at.getTime() - other.at.getTime(),
  )
}

/** Some orders had a ticket more, which was cancelled. */
const markPartly = (kept: Cart[], count: number, show: Show, random: Dice): Cart[] => {
  const fit = kept.filter(({ lines: [line, ...more] }) => {
    const type = line && show.types[line.type]
    return more.length === 0 && type && type.price > 0 && line.quantity > 1 && line.quantity < mostOf(type, show)
  })
  for (let done = 0; done < count && fit.length > 0; done++) {
    const [one] = fit.splice(random.whole(0, fit.length - 1), 1)
    const [line] = one?.lines ?? []
    if (!one || !line) continue
    line.quantity += 1
    one.fate = 'partly'
  }
  return kept
}

/** Orders of which nothing is left. */
const lost = (
  show: Show,
  random: Dice,
  timeOf: (during?: readonly [number, number]) => Date,
  size: (place: number) => number,
): Cart[] => {
  const paid = show.types.flatMap((type, place) => (type.sold > 0 && type.price > 0 ? [place] : []))
  const [first, ...others] = paid
  if (first === undefined) return []
  const fates: Fate[] = [
    ...Array<Fate>(show.sales.refunded).fill('refunded'),
    ...Array<Fate>(show.sales.withFee).fill('with_fee'),
  ]
  return fates.map((fate) => {
    const type = random.pick([first, ...others])
    // Early enough that somebody had the time to change his mind.
    return { at: timeOf([0, 0.7]), lines: [{ type, quantity: size(type) }], fate }
  })
}
