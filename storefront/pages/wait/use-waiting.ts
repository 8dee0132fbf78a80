import type { enterSale, joinLine, WaitingStatus } from '@kartis/contract/waiting-room.ts'
import type { ReplyOf } from '@kartis/contract/endpoint.ts'
import { nextPoll } from '@kartis/domain/waiting-room.ts'
import { useCallback, useEffect, useRef, useState } from 'react'
import { serverTime } from '../../shared/clock.ts'
import { useApi } from '../../shared/use-api.ts'
import {
  deviceWord,
  passTo,
  placeAt,
  rememberPass,
  rememberPlace,
  type PassMemory,
  type PlaceMemory,
} from '../../shared/saved-place.ts'
import { storedToken } from '../../shared/session.ts'
import { solve } from './solve.ts'
import { isOfRound, type Stage, stageOf } from './stage.ts'

type Joined = ReplyOf<typeof joinLine>['data']
type Entered = ReplyOf<typeof enterSale>['data']

export interface Waiting {
  readonly stage: Stage
  readonly status: WaitingStatus | undefined
  readonly place: PlaceMemory | undefined
  readonly pass: PassMemory | undefined
  /** The browser's time at which the line was last heard of, in ms. */
  readonly heardAt: number
  /** No answer came to the last question. */
  readonly lost: boolean
  readonly leave: () => void
  readonly again: () => void
}

interface Heard {
  readonly stage: Stage
  readonly status: WaitingStatus | undefined
  readonly heardAt: number
  readonly lost: boolean
}

const FIRST: Heard = { stage: { kind: 'loading' }, status: undefined, heardAt: 0, lost: false }
const SECOND = 1000
const LOST_SECONDS = 5
/** Thousands whose clocks say the same do not ask in the same instant. */
const SPREAD_SECONDS = 3

const secondsTo = (instant: string): number => Math.max(0, (new Date(instant).getTime() - serverTime()) / SECOND)

/** Seconds until the next question: as the server asks, and at the opening of a sale. */
const pauseAfter = (stage: Stage, status: WaitingStatus): number => {
  const { near, far } = status.next_poll
  const spread = 0.9 + Math.random() * 0.2
  if (stage.kind === 'lobby' || stage.kind === 'early') {
    const opening = status.opens_at ? secondsTo(status.opens_at) : 0
    return Math.min(Math.max(near, far) * spread, opening + 0.5 + Math.random() * SPREAD_SECONDS)
  }
  if (stage.kind === 'line') return nextPoll(stage.line.ahead, status.per_minute, status.next_poll) * spread
  return (stage.kind === 'sold_out' ? far * 2 : near) * spread
}

const withFirstAhead = (event: string, place: PlaceMemory, stage: Stage): void => {
  if (stage.kind === 'line' && place.firstAhead === undefined)
    rememberPlace(event, { ...place, firstAhead: stage.line.ahead })
}

/** Everything the page asks of the server, one question at a time. */
const useCheckIn = (event: string) => {
  const api = useApi()
  const path = `/public/events/${event}/waiting-room`
  const ask = useCallback(() => api<WaitingStatus>(path), [api, path])
  const join = useCallback(
    async (status: WaitingStatus) => {
      const device = deviceWord()
      const nonce = await solve({ eventId: event, round: status.round, device, bits: status.work_bits })
      const answer = await api<Joined>(`${path}/places`, {
        method: 'POST',
        body: { device, nonce },
        bearer: storedToken(),
      })
      if (answer.ok && answer.data.place) rememberPlace(event, answer.data.place)
    },
    [api, path, event],
  )
  const enter = useCallback(
    async (place: PlaceMemory): Promise<Stage> => {
      const answer = await api<Entered>(`${path}/enter`, {
        method: 'POST',
        body: { device: deviceWord(), token: place.token },
      })
      if (answer.ok) {
        rememberPass(event, answer.data)
        return { kind: 'turn' }
      }
      const { reason } = answer.detail
      if (reason === 'over' || reason === 'no_place') rememberPlace(event, undefined)
      if (reason === 'next' || reason === 'elsewhere') return { kind: reason }
      return { kind: 'loading' }
    },
    [api, path, event],
  )
  const leave = useCallback(() => {
    const place = placeAt(event)
    rememberPlace(event, undefined)
    rememberPass(event, undefined)
    if (place) void api(`${path}/leave`, { method: 'POST', body: { device: deviceWord(), token: place.token } })
  }, [api, path, event])
  return { ask, join, enter, leave }
}

/** Waits: asks as often as the server wishes, finds the own place, and takes the pass when somebody looks at the page. */
export const useWaiting = (event: string, onOpen: () => void): Waiting => {
  const door = useCheckIn(event)
  const [heard, setHeard] = useState(FIRST)
  const [turn, setTurn] = useState(0)
  const gone = useRef(false)

  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const life = { over: false, asking: false }
    const later = (seconds: number) => {
      clearTimeout(timer)
      if (!life.over) timer = setTimeout(() => void look(), seconds * SECOND)
    }
    const show = (next: Partial<Heard>) => {
      if (!life.over) setHeard((before) => ({ ...before, lost: false, ...next }))
    }
    const follow = async (status: WaitingStatus): Promise<Stage> => {
      const place = placeAt(event)
      const stage = stageOf(status, place)
      if (isOfRound(place, status)) withFirstAhead(event, place, stage)
      if (stage.kind === 'loading') {
        await door.join(status)
        return stageOf(status, placeAt(event))
      }
      // Nobody may be at the phone: the minutes of a pass begin when somebody is.
      if (stage.kind !== 'called' || !place || document.visibilityState !== 'visible') return stage
      return door.enter(place)
    }
    const look = async (): Promise<void> => {
      if (life.asking || gone.current) return
      if (passTo(event, serverTime())) return show({ stage: { kind: 'turn' } })
      life.asking = true
      const answer = await door.ask()
      if (!answer.ok) {
        life.asking = false
        setHeard((before) => ({ ...before, lost: true }))
        return later(LOST_SECONDS)
      }
      const status = answer.data
      if (status.state === 'closed') return onOpen()
      const stage = await follow(status)
      life.asking = false
      show({ stage, status, heardAt: Date.now() })
      if (stage.kind !== 'turn') later(pauseAfter(stage, status))
    }
    const awake = () => {
      if (document.visibilityState === 'visible') void look()
    }
    void look()
    document.addEventListener('visibilitychange', awake)
    addEventListener('online', awake)
    return () => {
      life.over = true
      clearTimeout(timer)
      document.removeEventListener('visibilitychange', awake)
      removeEventListener('online', awake)
    }
    // The words of another language ask nothing anew.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [event, turn])

  return {
    ...heard,
    place: placeAt(event),
    pass: passTo(event, serverTime()),
    leave: () => {
      gone.current = true
      door.leave()
      setHeard((before) => ({ ...before, stage: { kind: 'left' } }))
    },
    again: () => {
      gone.current = false
      setHeard(FIRST)
      setTurn((count) => count + 1)
    },
  }
}
