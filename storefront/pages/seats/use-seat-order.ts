import { useRef, useState } from 'react'
import { type Refused, useApi } from '../../shared/api.ts'
import { pathIn } from '../../shared/embed.ts'
import { usePageContext } from '../../shared/page-context.tsx'
import { readHold, removeHold, type SavedHold, saveHold } from '../../shared/saved-hold.ts'
import type { Translate } from '../../shared/translator.ts'
import type { SeatsView } from '../../state/seats-state.ts'
import { enterNow } from '../event/enter-now.ts'
import { placeHold } from '../event/place-hold.ts'
import { useHeld } from '../event/use-held.ts'
import { removePass, waitAt, type WaitingRoom } from '../event/use-waiting-room.ts'
import type { CartItem } from './cart-items.ts'

/** What became of a request for seats. */
export type Taken =
  | { readonly kind: 'held'; readonly hold: SavedHold }
  /** These seats went to someone else, or would leave a single one; `offer` would be accepted now. */
  | {
      readonly kind: 'taken' | 'orphan'
      readonly seats: readonly string[]
      readonly offer: readonly string[]
    }
  | { readonly kind: 'refused' }

export interface SeatOrder {
  /** The hold of this browser; undefined without one, and once it has expired. */
  readonly hold: SavedHold | undefined
  readonly busy: boolean
  readonly problem: string
  readonly isExpired: boolean
  readonly phoneNeeded: boolean
  readonly setPhoneNeeded: (isNeeded: boolean) => void
  /** Takes the seats in place of those that are held. */
  readonly take: (items: readonly CartItem[]) => Promise<Taken>
  readonly release: () => Promise<void>
  readonly expire: () => void
  /** The hold ends later now. */
  readonly prolong: (expires: string) => void
}

/** The items of a saved hold. */
export const itemsOfHold = (hold: SavedHold | undefined): CartItem[] => {
  try {
    const items = JSON.parse(hold?.cart ?? '[]') as unknown
    return Array.isArray(items)
      ? items.filter((item): item is CartItem => typeof item === 'object' && item !== null)
      : []
  } catch {
    return []
  }
}

/** Saves which seats are held where the server was free to choose others than were named. */
const saveChosen = (
  event: string,
  hold: SavedHold,
  items: readonly CartItem[],
  held: readonly Pick<CartItem, 'events_ticket_uuid' | 'seat_uuids'>[] = [],
): SavedHold => {
  if (items.every(({ best }) => best === undefined)) return hold
  const own = items.map(({ best, ...item }) => {
    const seats = held.find((each) => each.events_ticket_uuid === item.events_ticket_uuid)?.seat_uuids
    return best && seats ? { ...item, seat_uuids: seats } : item
  })
  const chosen = { ...hold, cart: JSON.stringify(own) }
  saveHold(event, chosen)
  return chosen
}

/** Whether a wheelchair place is sold or only held is not said to a page: the server refuses its companion's place alone. */
const isCompanionAlone = ({ detail }: Refused): boolean =>
  Object.values(detail).some((reasons) => Array.isArray(reasons) && reasons.includes('companion_alone'))

/** Why a choice was refused, in a text that few need. */
const problemOf = async (reply: Refused, types: SeatsView['ticketTypes'], t: Translate): Promise<string> => {
  if (isCompanionAlone(reply)) return t('sale.seats.why.for_companion')
  const messages = await import('../event/cart-problem.ts').catch(() => undefined)
  return messages?.cartProblem(reply, types, t) ?? reply.text
}

const uuidsIn = (value: unknown): string[] =>
  Array.isArray(value) ? value.filter((uuid): uuid is string => typeof uuid === 'string') : []

/** The reservation that a click makes, another click swaps, and the checkout goes on with. */
export const useSeatOrder = (
  view: Pick<SeatsView, 'uuid' | 'slug' | 'ticketTypes'>,
  waitingRoom: WaitingRoom,
): SeatOrder => {
  const api = useApi()
  const frame = usePageContext()
  const [saved, setHold] = useHeld(view.uuid)
  // An order whose payment is awaited cannot change.
  const hold = saved?.paying ? undefined : saved
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState('')
  const [isExpired, setExpired] = useState(false)
  const [phoneNeeded, setPhoneNeeded] = useState(false)
  // Set at once: the second click of two comes before `busy` is rendered.
  const taking = useRef(false)

  const toWaitingRoom = (): Taken => {
    location.assign(pathIn(frame, waitAt(view)))
    return { kind: 'refused' }
  }
  const refused = async (reply: Refused): Promise<Taken> => {
    const { code, detail } = reply
    if (code === 'waiting_room' && detail.reason !== 'cart_open') {
      removePass(view.uuid, detail.reason)
      return toWaitingRoom()
    }
    // An order that was over is held no more; one whose swap was refused is.
    setHold(readHold(view.uuid))
    if (code === 'seat_taken' || code === 'orphan_seat')
      return {
        kind: code === 'seat_taken' ? 'taken' : 'orphan',
        seats: uuidsIn(detail.seats),
        offer: uuidsIn(detail.offer),
      }
    if (code === 'phone_unverified') setPhoneNeeded(true)
    else setProblem(await problemOf(reply, view.ticketTypes, frame.t))
    return { kind: 'refused' }
  }
  const take = async (items: readonly CartItem[]): Promise<Taken> => {
    const mustWait = waitingRoom.shut && !hold
    if (mustWait && !(waitingRoom.isFree && (await enterNow(api, view.uuid)))) return toWaitingRoom()
    const result = await placeHold(api, view.uuid, { items }, hold)
    if (!result.ok) return refused(result.refused)
    const held = saveChosen(view.uuid, result.hold, items, result.items)
    setHold(held)
    return { kind: 'held', hold: held }
  }
  const guarded: SeatOrder['take'] = async (items) => {
    if (taking.current) return { kind: 'refused' }
    taking.current = true
    setBusy(true)
    setProblem('')
    setExpired(false)
    try {
      return await take(items)
    } finally {
      taking.current = false
      setBusy(false)
    }
  }
  const drop = (expired: boolean): void => {
    removeHold(view.uuid)
    setHold(undefined)
    setExpired(expired)
  }
  return {
    hold,
    busy,
    problem,
    isExpired,
    phoneNeeded,
    setPhoneNeeded,
    take: guarded,
    release: async () => {
      if (!hold) return
      setBusy(true)
      await api('DELETE', '/v1/public/orders/:uuid', { params: { uuid: hold.order }, orderToken: hold.token })
      drop(false)
      setBusy(false)
    },
    expire: () => drop(true),
    prolong: (expires) => hold && setHold({ ...hold, expires }),
  }
}
