import { useEffect, useRef, useState } from 'react'
import type { Refused } from '../../shared/api.ts'
import { serverTime } from '../../shared/clock.ts'
import { pathIn } from '../../shared/embed.ts'
import { heldFor } from '../../shared/saved-hold.ts'
import type { HoldMemory } from '../../shared/saved-hold.ts'
import { limitOf, orderLimitText } from '../../shared/limit-text.ts'
import { usePage } from '../../shared/page-context.tsx'
import { useApi } from '../../shared/use-api.ts'
import type { EventView, KindView } from '../../state/event-state.ts'
import { placeHold } from './place-hold.ts'
import { useAvailability } from './use-availability.ts'
import { forgetPass, type Room, useRoom, waitAt } from './use-waiting-room.ts'
import { useVisits } from './use-visits.ts'

export interface Cart {
  readonly kinds: readonly KindView[]
  readonly quantityOf: (kind: KindView) => number
  /** Most that may stand in this row now, the order's own limit included. */
  readonly mostOf: (kind: KindView) => number
  readonly change: (kind: KindView, by: 1 | -1) => void
  readonly count: number
  readonly total: number
  readonly open: boolean
  readonly busy: boolean
  readonly problem: string
  /** The code of a coupon as it is typed. */
  readonly coupon: string
  readonly setCoupon: (code: string) => void
  readonly held: HoldMemory | undefined
  /** What stands before the sale. */
  readonly room: Room
  readonly dropHeld: () => void
  readonly refresh: () => Promise<void>
  readonly submit: () => void
}

type Quantities = Readonly<Record<string, number>>

/** An order of this browser that is still held for the event; known only after the page is alive. */
const useHeld = (event: string) => {
  const [held, setHeld] = useState<HoldMemory>()
  useEffect(() => {
    const look = () => {
      const found = heldFor(event)
      setHeld(found && new Date(found.expires).getTime() > serverTime() ? found : undefined)
    }
    look()
    // The back button shows the page as it was left: look again.
    addEventListener('pageshow', look)
    return () => removeEventListener('pageshow', look)
  }, [event])
  return [held, setHeld] as const
}

/** What is chosen, what may be chosen, and the step that holds it. */
export const useCart = (event: EventView): Cart => {
  const frame = usePage()
  const { say } = frame
  const api = useApi()
  const { kinds, refresh } = useAvailability(event)
  const [chosen, setChosen] = useState<Quantities>({})
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState('')
  const [coupon, setCoupon] = useState('')
  const [held, setHeld] = useHeld(event.uuid)
  // A double click and a repeat after a lost network must not hold twice: the same cart keeps the same key.
  const attempt = useRef({ cart: '', key: '' })
  useVisits(event.uuid)
  const room = useRoom(event.uuid)
  useEffect(() => {
    const awake = () => setBusy(false)
    addEventListener('pageshow', awake)
    return () => removeEventListener('pageshow', awake)
  }, [])

  const roomOf = (kind: KindView) => (kind.state === 'on_sale' ? Math.min(kind.max, kind.left ?? kind.max) : 0)
  const quantityOf = (kind: KindView) => Math.min(chosen[kind.uuid] ?? 0, roomOf(kind))
  const count = kinds.reduce((sum, kind) => sum + quantityOf(kind), 0)
  const spare = event.orderLimit === null ? Infinity : event.orderLimit - count

  const overText = ({ code, detail }: Refused) => {
    const over = code === 'purchase_limit' ? limitOf(detail) : undefined
    return over && orderLimitText(say, over, (type) => kinds.find((kind) => kind.uuid === type)?.name)
  }
  const submit = async () => {
    const items = kinds.flatMap((kind) =>
      quantityOf(kind) > 0 ? [{ events_ticket_uuid: kind.uuid, quantity: quantityOf(kind) }] : [],
    )
    if (busy || items.length === 0) return
    if (room.shut && !held) return location.assign(waitAt(event))
    setBusy(true)
    setProblem('')
    const result = await placeHold(api, event.uuid, { items, coupon: coupon.trim() }, attempt.current, held)
    if (result.ok) return location.assign(pathIn(frame, `/order/checkout/${result.order}`, result.token))
    if (result.refused.code === 'waiting_room') {
      forgetPass(event.uuid, result.refused.detail.reason)
      return location.assign(waitAt(event))
    }
    setBusy(false)
    await refresh()
    const left = Object.values((result.refused.detail.left ?? {}) as Readonly<Record<string, number>>)
    const gone = left.length > 0 && left.every((each) => each === 0)
    if (result.refused.code === 'sold_out') setProblem(say(gone ? 'sale.buy.gone_now' : 'sale.buy.fewer_left'))
    else setProblem(overText(result.refused) ?? result.refused.text)
    return undefined
  }

  return {
    kinds,
    quantityOf,
    mostOf: (kind) => Math.min(roomOf(kind), quantityOf(kind) + spare),
    change: (kind, by) => {
      setProblem('')
      setChosen((before) => ({ ...before, [kind.uuid]: Math.max(0, quantityOf(kind) + by) }))
    },
    count,
    total: kinds.reduce((sum, kind) => sum + quantityOf(kind) * Math.round(kind.price * 100), 0) / 100,
    open: event.phase !== 'over' && kinds.some((kind) => kind.state === 'on_sale'),
    busy,
    problem,
    coupon,
    setCoupon: (code) => {
      setProblem('')
      setCoupon(code)
    },
    held,
    room,
    dropHeld: () => {
      if (held) void api(`/public/orders/${held.order}`, { method: 'DELETE', orderToken: held.token }).then(refresh)
      setHeld(undefined)
    },
    refresh,
    submit: () => void submit(),
  }
}
