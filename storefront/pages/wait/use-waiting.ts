import type { WaitingStatus } from '@kartis/contract/waiting-room.ts'
import { nextPoll } from '@kartis/domain/waiting-room.ts'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useApi } from '../../shared/api.ts'
import { serverTime } from '../../shared/clock.ts'
import { readPass, readPlace, savePlace, type SavedPass, type SavedPlace } from '../../shared/saved-place.ts'
import { createQueueApi } from './queue-api.ts'
import { isOfRound, type Stage, stageOf } from './stage.ts'

export interface Waiting {
  readonly stage: Stage
  readonly status: WaitingStatus | undefined
  readonly place: SavedPlace | undefined
  readonly pass: SavedPass | undefined
  /** The browser's time of the last reply, in ms. */
  readonly updatedAt: number
  /** The last request failed. */
  readonly requestFailed: boolean
  readonly leave: () => void
  readonly restart: () => void
}

interface State {
  readonly stage: Stage
  readonly status: WaitingStatus | undefined
  readonly updatedAt: number
  readonly requestFailed: boolean
}

const INITIAL: State = { stage: { kind: 'loading' }, status: undefined, updatedAt: 0, requestFailed: false }
const SECOND = 1000
/** A pass within this time was not waited for; places are admitted once a second. */
const NO_QUEUE_MS = 4000
const LOST_SECONDS = 5
/** Spreads the requests of the thousands of devices that wait for the same opening. */
const SPREAD_SECONDS = 3

const secondsTo = (instant: string): number => Math.max(0, (new Date(instant).getTime() - serverTime()) / SECOND)

/** Seconds until the next request: the server's interval, or the opening of the sale. */
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

const saveFirstAhead = (event: string, place: SavedPlace, stage: Stage): void => {
  if (stage.kind === 'line' && place.firstAhead === undefined)
    savePlace(event, { ...place, firstAhead: stage.line.ahead })
}

/** Polling of one event, from a start or restart until it ends. */
interface Run {
  readonly event: string
  readonly attempt: number
  stopped: boolean
  busy: boolean
}

/** Calls `poll` in the pauses that it resolves with, and at once when the page becomes visible or the network returns. */
const usePolling = (
  { event, attempt }: Pick<Run, 'event' | 'attempt'>,
  poll: (run: Run) => Promise<number | undefined>,
): void => {
  const request = useEffectEvent(poll)
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const run: Run = { event, attempt, stopped: false, busy: false }
    const next = async (): Promise<void> => {
      if (run.busy || run.stopped) return
      run.busy = true
      clearTimeout(timer)
      const pause = await request(run)
      run.busy = false
      if (pause !== undefined && !run.stopped) timer = setTimeout(() => void next(), pause * SECOND)
    }
    const nextIfVisible = () => {
      if (document.visibilityState === 'visible') void next()
    }
    void next()
    document.addEventListener('visibilitychange', nextIfVisible)
    addEventListener('online', nextIfVisible)
    return () => {
      run.stopped = true
      clearTimeout(timer)
      document.removeEventListener('visibilitychange', nextIfVisible)
      removeEventListener('online', nextIfVisible)
    }
  }, [event, attempt])
}

/**
 * Waits in the queue: polls as often as the server sets, derives the stage of the own place, and requests the pass while the page is visible.
 * `onOpen` is called when the sale can be entered at once: the waiting room is closed, or it has free places.
 */
export const useWaiting = (event: string, onOpen: () => void): Waiting => {
  const api = useApi()
  const queue = createQueueApi(api, event)
  const [state, setState] = useState(INITIAL)
  const [attempt, setAttempt] = useState(0)
  const left = useRef(false)
  /** When the first status arrived. */
  const arrived = useRef<number>(undefined)

  const advance = async (status: WaitingStatus): Promise<Stage> => {
    const place = readPlace(event)
    const stage = stageOf(status, place)
    if (isOfRound(place, status)) saveFirstAhead(event, place, stage)
    if (stage.kind === 'loading') {
      await queue.join(status)
      return stageOf(status, readPlace(event))
    }
    // A pass is valid for minutes from its request, so it is requested only while the page is visible.
    if (stage.kind !== 'admitted' || !place || document.visibilityState !== 'visible') return stage
    return queue.enter(place)
  }
  /** One poll. Resolves with the seconds until the next one; undefined ends the polling. */
  const poll = async (run: Run): Promise<number | undefined> => {
    const show = (next: Partial<State>) => {
      if (!run.stopped) setState((before) => ({ ...before, requestFailed: false, ...next }))
    }
    if (left.current) return undefined
    if (readPass(event, serverTime())) {
      show({ stage: { kind: 'has_pass' } })
      return undefined
    }
    const result = await queue.status()
    if (!result.ok) {
      show({ requestFailed: true })
      return LOST_SECONDS
    }
    if (result.data.state === 'closed') {
      onOpen()
      return undefined
    }
    const stage = await advance(result.data)
    if (left.current) return undefined
    arrived.current ??= performance.now()
    // There was no queue: the visitor goes on without another screen.
    if (stage.kind === 'has_pass' && performance.now() - arrived.current < NO_QUEUE_MS) {
      onOpen()
      return undefined
    }
    show({ stage, status: result.data, updatedAt: Date.now() })
    return stage.kind === 'has_pass' ? undefined : pauseAfter(stage, result.data)
  }

  usePolling({ event, attempt }, poll)

  return {
    ...state,
    place: readPlace(event),
    pass: readPass(event, serverTime()),
    leave: () => {
      left.current = true
      queue.leave()
      setState((before) => ({ ...before, stage: { kind: 'left' } }))
    },
    restart: () => {
      left.current = false
      setState(INITIAL)
      setAttempt((count) => count + 1)
    },
  }
}
