import type { BoxOfficeEvent } from '@kartis/contract/box-office.ts'
import { useState } from 'react'
import { boundedPicks, itemsWithSeats, type Picks, withoutSeats } from '../../shared/hall/seat-picks.ts'
import { type Cart, linesOf, totalOf } from './cart.ts'

/** The cart of a sale with the seats that were chosen for it. Tickets without a seat get the best there are. */
export const useCart = (event: BoxOfficeEvent) => {
  const [cart, setCart] = useState<Cart>({})
  const [picks, setPicks] = useState<Picks>({})
  const lines = linesOf(event, cart)
  return {
    cart,
    picks,
    lines,
    total: totalOf(lines),
    items: () =>
      itemsWithSeats(
        lines.map(({ type, quantity }) => ({ uuid: type.uuid, quantity })),
        picks,
      ),
    /** What the seller may choose seats for. */
    types: event.types
      .filter(({ sale_state }) => sale_state === 'on_sale')
      .map(({ uuid, name }) => ({ uuid, name, quantity: cart[uuid] ?? 0 })),
    change: (next: Cart): void => {
      setCart(next)
      setPicks(boundedPicks(picks, (type) => next[type] ?? 0))
    },
    /** Each seat is of a ticket: more seats are more tickets. */
    choose: (next: Picks): void => {
      setPicks(next)
      const counts = Object.entries(next).map(([type, seats]) => [type, Math.max(cart[type] ?? 0, seats.length)])
      setCart({ ...cart, ...Object.fromEntries(counts) })
    },
    lose: (seats: readonly string[]): void => setPicks(withoutSeats(picks, seats)),
    clear: (): void => {
      setCart({})
      setPicks({})
    },
  }
}
