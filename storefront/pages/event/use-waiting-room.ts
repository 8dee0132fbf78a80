import type { WaitingStatus } from '@kartis/contract/waiting-room.ts'
import { useEffect, useState } from 'react'
import { serverTime } from '../../shared/clock.ts'
import { useApi } from '../../shared/use-api.ts'
import { passTo, rememberPass, rememberPlace } from '../../shared/saved-place.ts'

export interface Room {
  /** What stands before the sale: nothing, or a waiting room in one of its states. */
  readonly gate: Exclude<WaitingStatus['state'], 'closed'> | 'none'
  readonly opensAt: string | null
  /** Until when this browser may choose; null without a pass. */
  readonly until: string | null
  /** One must wait before a cart can be held. */
  readonly shut: boolean
}

const NONE: Room = { gate: 'none', opensAt: null, until: null, shut: false }

/** Is there a waiting room before this sale? Asked when somebody comes, and when he comes back to the page. */
export const useRoom = (event: string): Room => {
  const api = useApi()
  const [room, setRoom] = useState(NONE)
  useEffect(() => {
    const look = async (arriving: boolean) => {
      const answer = await api<WaitingStatus>(`/public/events/${event}/waiting-room${arriving ? '?arriving=1' : ''}`)
      if (!answer.ok) return
      const { state, opens_at: opensAt } = answer.data
      if (state === 'closed') return setRoom(NONE)
      const until = passTo(event, serverTime())?.until ?? null
      setRoom({ gate: state, opensAt, until, shut: until === null })
    }
    const back = () => {
      if (document.visibilityState === 'visible') void look(false)
    }
    void look(true)
    document.addEventListener('visibilitychange', back)
    addEventListener('pageshow', back)
    return () => {
      document.removeEventListener('visibilitychange', back)
      removeEventListener('pageshow', back)
    }
    // The words of another language ask nothing anew.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [event])
  return room
}

/** The pass was refused: it is of no more use, and neither is a place that was used up. */
export const forgetPass = (event: string, reason: unknown): void => {
  rememberPass(event, undefined)
  if (reason === 'over' || reason === 'no_place') rememberPlace(event, undefined)
}

export const waitAt = (event: { readonly uuid: string; readonly slug: string }): string =>
  `/order/wait/${event.slug || event.uuid}`
