import type { WaitingStatus } from '@kartis/contract/waiting-room.ts'
import { useEffect, useEffectEvent, useState } from 'react'
import { useApi } from '../../shared/api.ts'
import { serverTime } from '../../shared/clock.ts'
import { readPass, readPlace, savePass, savePlace } from '../../shared/saved-place.ts'

export interface WaitingRoom {
  /** The state of the waiting room before the sale; `none` where nobody waits. */
  readonly gate: Exclude<WaitingStatus['state'], 'closed'> | 'none'
  readonly opensAt: string | null
  /** End of this browser's pass; null without a pass. */
  readonly until: string | null
  /** Whether the queue must be passed before tickets can be reserved. */
  readonly shut: boolean
  /** Nobody waits before this visitor: the pass comes with the order, without a screen of its own. */
  readonly isFree: boolean
}

/** No waiting room. */
export const NONE: WaitingRoom = { gate: 'none', opensAt: null, until: null, shut: false, isFree: false }

/** The waiting room before this sale, requested on arrival and on each return to the page. */
export const useWaitingRoom = (event: string): WaitingRoom => {
  const api = useApi()
  const [waitingRoom, setWaitingRoom] = useState(NONE)
  // Another language of the page must not count as another arrival.
  const load = useEffectEvent((uuid: string, arriving: boolean) =>
    api('GET', '/v1/public/events/:uuid/waiting-room', {
      params: { uuid },
      ...(arriving && { query: { arriving: '1' } }),
    }),
  )
  useEffect(() => {
    const update = async (arriving: boolean) => {
      const result = await load(event, arriving)
      if (!result.ok) return
      const { state, opens_at: opensAt } = result.data
      const until = readPass(event, serverTime())?.until ?? null
      const { waiting, paused, sold_out: soldOut, all_held: allHeld } = result.data
      const isFree = state === 'open' && waiting === 0 && !paused && !soldOut && !allHeld && !readPlace(event)
      setWaitingRoom(state === 'closed' ? NONE : { gate: state, opensAt, until, shut: until === null, isFree })
    }
    const reload = () => {
      if (document.visibilityState === 'visible') void update(false)
    }
    void update(true)
    document.addEventListener('visibilitychange', reload)
    addEventListener('pageshow', reload)
    return () => {
      document.removeEventListener('visibilitychange', reload)
      removeEventListener('pageshow', reload)
    }
  }, [event])
  return waitingRoom
}

/** Removes a refused pass, and the place that it used up. */
export const removePass = (event: string, reason: unknown): void => {
  savePass(event, undefined)
  if (reason === 'over' || reason === 'no_place') savePlace(event, undefined)
}

export const waitAt = (event: { readonly uuid: string; readonly slug: string }): string =>
  `/order/wait/${event.slug || event.uuid}`
