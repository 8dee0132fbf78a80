import type { WaitingRoom, WaitingStatus } from '@kartis/contract/waiting-room.ts'
import {
  admittedLastMinute,
  estimateWait,
  isAllHeld,
  isSoldOut,
  waitingRoomPhase,
  pollingFor,
  ticketsReach,
} from '@kartis/domain/waiting-room.ts'
import { createHash } from 'node:crypto'
import type { RoomRow } from './rooms-queries.ts'

const headsOf = ({ figures }: RoomRow) => ({
  choosing: figures.choosing ?? 0,
  buying: figures.buying ?? 0,
  called: figures.called ?? 0,
  returned: 0,
})

const stockOf = ({ figures }: RoomRow) => ({ left: figures.left ?? 0, held: figures.held ?? 0 })

const CLOSED = {
  state: 'closed',
  round: 0,
  opens_at: null,
  draw: { size: 0, seed: null, proof: null },
  admitted: 0,
  waiting: 0,
  per_minute: null,
  paused: false,
  sold_out: false,
  all_held: false,
  likely_until: 0,
  unlikely_from: 0,
  work_bits: 0,
  next_poll: { near: 30, far: 30 },
} as const

/** The status that everybody who waits sees. Before the lottery only the hash of the seed is shown, so that it cannot be changed later. */
export const viewStatus = (room: RoomRow | undefined, now: Date): WaitingStatus => {
  const phase = room ? waitingRoomPhase({ mode: room.mode, opensAt: room.opens_at }, room.state, now) : 'off'
  const as_of = now.toISOString()
  if (!room || phase === 'off' || phase === 'watching') return { ...CLOSED, as_of }
  const opens_at = room.opens_at && room.opens_at > now ? room.opens_at.toISOString() : null
  if (phase === 'early') return { ...CLOSED, state: 'early', opens_at, as_of }
  const waiting = room.last_number - room.admitted
  const isCounted = room.figures.left !== undefined
  const reach = ticketsReach(room.admitted, headsOf(room), stockOf(room), room.figures.perBuyer ?? 1)
  const isOpen = room.state === 'open'
  return {
    state: isOpen ? 'open' : 'lobby',
    round: room.round,
    opens_at,
    draw: {
      size: room.drawn,
      seed: isOpen ? room.seed : null,
      proof: room.seed ? createHash('sha256').update(room.seed).digest('hex') : null,
    },
    admitted: room.admitted,
    waiting,
    per_minute: isOpen ? Math.round((room.figures.perMinute ?? 0) * 10) / 10 || null : null,
    paused: room.paused,
    sold_out: isCounted && isSoldOut(stockOf(room)),
    all_held: isCounted && isAllHeld(stockOf(room)),
    likely_until: isCounted ? reach.likelyUntil : 0,
    unlikely_from: isCounted ? reach.unlikelyFrom : 2_000_000_000,
    work_bits: room.work_bits,
    next_poll: pollingFor(waiting),
    as_of,
  }
}

interface RoomContext {
  readonly url: string
  readonly saleStartsAt: Date | null
  readonly now: Date
}

/** The room of an event as its producer sees it. */
export const viewRoom = (room: RoomRow, { url, saleStartsAt, now }: RoomContext): WaitingRoom => {
  const heads = headsOf(room)
  const waiting = room.last_number - room.admitted
  const open = room.state === 'open' && room.mode !== 'off'
  const hasQueue = open || room.state === 'lobby'
  const wait = open && waiting > 0 ? estimateWait(waiting - 1, room.figures.perMinute ?? null) : null
  return {
    mode: room.mode,
    threshold: room.threshold,
    opens_at: room.opens_at?.toISOString() ?? null,
    most_inside: room.most_inside,
    pace: room.pace,
    paused: room.paused,
    work_bits: room.work_bits,
    state: waitingRoomPhase({ mode: room.mode, opensAt: room.opens_at }, room.state, now),
    opened_at: open ? (room.opened_at?.toISOString() ?? null) : null,
    sale_starts_at: saleStartsAt?.toISOString() ?? null,
    url,
    figures: {
      waiting: hasQueue ? waiting : 0,
      choosing: open ? heads.choosing : 0,
      buying: open ? heads.buying : 0,
      called: open ? heads.called : 0,
      admitted_per_minute: open ? admittedLastMinute(room.marks, room.admitted, now) : 0,
      admitted: hasQueue ? room.admitted : 0,
      joined: hasQueue ? room.last_number : 0,
      arrivals_per_second: Math.round(room.arrival_rate * 10) / 10,
      wait: wait && { from_minutes: wait.fromMinutes, to_minutes: wait.toMinutes },
      ...stockOf(room),
    },
    as_of: now.toISOString(),
  }
}
