import { orderLimitOf } from '@kartis/domain/limits.ts'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { networkFailure, useApi } from '../../shared/api.ts'
import { isCouponRefusal } from '../../shared/coupon-problem.ts'
import { pathIn } from '../../shared/embed.ts'
import { usePageContext } from '../../shared/page-context.tsx'
import { type Quantities, readCart, saveCart } from '../../shared/saved-cart.ts'
import { readHold, removeHold, type SavedHold } from '../../shared/saved-hold.ts'
import type { EventView, TicketTypeView } from '../../state/event-state.ts'
import { enterNow } from './enter-now.ts'
import { goToTickets } from './go-to-tickets.ts'
import { useAvailability } from './use-availability.ts'
import { type CartCoupon, useCoupon } from './use-coupon.ts'
import { useHeld, withOwnHold } from './use-held.ts'
import { useVisits } from './use-visits.ts'
import { removePass, useWaitingRoom, waitAt, type WaitingRoom } from './use-waiting-room.ts'

export interface Cart {
  readonly ticketTypes: readonly TicketTypeView[]
  readonly quantityOf: (ticketType: TicketTypeView) => number
  /** The maximum of this row now, the order's own limit included. */
  readonly maxOf: (ticketType: TicketTypeView) => number
  readonly change: (ticketType: TicketTypeView, by: 1 | -1) => void
  readonly count: number
  /** Shekels. */
  readonly total: number
  readonly open: boolean
  readonly busy: boolean
  readonly problem: string
  /** Tickets are held only for a verified phone now: the event requires it, or too many come from this network. */
  readonly phoneNeeded: boolean
  readonly setPhoneNeeded: (isNeeded: boolean) => void
  readonly coupon: CartCoupon
  /** The buyer asked to go on with an empty cart. */
  readonly isEmptyRefused: boolean
  readonly held: SavedHold | undefined
  /** The queue before the sale. */
  readonly waitingRoom: WaitingRoom
  readonly dropHeld: () => void
  readonly refresh: () => Promise<void>
  readonly submit: () => void
}

const loadHolding = () => import('./holding.ts').catch(() => undefined)

const availableOf = (ticketType: TicketTypeView): number =>
  ticketType.state === 'on_sale' ? Math.min(ticketType.max, ticketType.left ?? ticketType.max) : 0

/** The cart of a page that nobody has touched yet. */
const NOTHING: Quantities = {}

/** The quantities and the coupon, kept over the way to the checkout and back. */
const useChoice = (event: EventView, ticketTypes: readonly TicketTypeView[]) => {
  const [quantities, setQuantities] = useState<Quantities>(NOTHING)
  const quantityOf = (ticketType: TicketTypeView) => Math.min(quantities[ticketType.uuid] ?? 0, availableOf(ticketType))
  const items = ticketTypes
    .map((ticketType) => ({ events_ticket_uuid: ticketType.uuid, quantity: quantityOf(ticketType) }))
    .filter(({ quantity }) => quantity > 0)
  const coupon = useCoupon(event.uuid, items)
  const restore = useEffectEvent(() => {
    const saved = readCart(event.uuid)
    setQuantities(saved.quantities)
    if (saved.coupon !== '') coupon.restore(saved.coupon)
  })
  // oxlint-disable-next-line react/set-state-in-effect -- what was chosen before is known only in the browser
  useEffect(() => restore(), [])
  const { code } = coupon
  useEffect(() => {
    if (quantities !== NOTHING) saveCart(event.uuid, { quantities, coupon: code })
  }, [event.uuid, quantities, code])
  const fullPrice = ticketTypes.reduce(
    (sum, ticketType) => sum + quantityOf(ticketType) * Math.round(ticketType.price * 100),
    0,
  )
  return {
    quantityOf,
    items,
    coupon,
    count: items.reduce((sum, { quantity }) => sum + quantity, 0),
    total: coupon.total ?? fullPrice / 100,
    change: (ticketType: TicketTypeView, by: 1 | -1) =>
      setQuantities((before) => ({ ...before, [ticketType.uuid]: Math.max(0, quantityOf(ticketType) + by) })),
  }
}

/** Calls back when the page is shown, also when the back button brings it back as it was left. */
const useShown = (onShown: () => void): void => {
  const show = useEffectEvent(onShown)
  useEffect(() => {
    const listen = () => show()
    addEventListener('pageshow', listen)
    return () => removeEventListener('pageshow', listen)
  }, [])
}

/** The buyer's choice, its limits, and the step that holds the tickets. */
export const useCart = (event: EventView): Cart => {
  const frame = usePageContext()
  const api = useApi()
  const availability = useAvailability(event)
  const { refresh } = availability
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState('')
  const [isEmptyRefused, setEmptyRefused] = useState(false)
  const [phoneNeeded, setPhoneNeeded] = useState(false)
  const [held, setHeld] = useHeld(event.uuid)
  const ticketTypes = withOwnHold(availability.ticketTypes, held)
  const { quantityOf, items, coupon, count, total, change } = useChoice(event, ticketTypes)
  // Set at once: the second click of two comes before `busy` is rendered.
  const submitting = useRef(false)
  useVisits(event.uuid)
  const waitingRoom = useWaitingRoom(event.uuid)
  useShown(() => {
    submitting.current = false
    setBusy(false)
  })
  const remaining = orderLimitOf(event.orderLimit) - count

  const submit = async () => {
    if (submitting.current) return
    if (items.length === 0) {
      setEmptyRefused(true)
      return goToTickets()
    }
    submitting.current = true
    setBusy(true)
    setProblem('')
    if (waitingRoom.shut && !held && !(waitingRoom.isFree && (await enterNow(api, event.uuid))))
      return location.assign(pathIn(frame, waitAt(event)))
    const holding = await loadHolding()
    const result = await holding?.placeHold(api, event.uuid, { items, coupon: coupon.code }, held)
    if (result?.ok) return location.assign(pathIn(frame, `/order/checkout/${result.hold.order}`, result.hold.token))
    const refused = result?.refused ?? networkFailure(frame.t)
    if (refused.code === 'waiting_room' && refused.detail.reason !== 'cart_open') {
      removePass(event.uuid, refused.detail.reason)
      return location.assign(pathIn(frame, waitAt(event)))
    }
    submitting.current = false
    setBusy(false)
    // An order that was over is held no more.
    setHeld(readHold(event.uuid))
    if (refused.code === 'phone_unverified') return setPhoneNeeded(true)
    if (isCouponRefusal(refused)) return coupon.refuse(refused)
    await refresh()
    return setProblem(holding?.cartProblem(refused, ticketTypes, frame.t) ?? refused.text)
  }
  const release = async ({ order, token, paying }: SavedHold) => {
    removeHold(event.uuid)
    setHeld(undefined)
    if (paying) return
    await api('DELETE', '/v1/public/orders/:uuid', { params: { uuid: order }, orderToken: token })
    await refresh()
  }

  return {
    ticketTypes,
    quantityOf,
    maxOf: (ticketType) => Math.min(availableOf(ticketType), quantityOf(ticketType) + remaining),
    change: (ticketType, by) => {
      setProblem('')
      setEmptyRefused(false)
      void loadHolding()
      change(ticketType, by)
    },
    count,
    total,
    open: event.phase !== 'over' && ticketTypes.some(({ state }) => state === 'on_sale'),
    busy,
    problem,
    phoneNeeded,
    setPhoneNeeded,
    coupon,
    isEmptyRefused: isEmptyRefused && count === 0,
    held,
    waitingRoom,
    dropHeld: () => void (held && release(held)),
    refresh,
    submit: () => void submit(),
  }
}
