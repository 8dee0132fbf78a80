import type { BuyerOrder } from '@kartis/contract/public-orders.ts'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useApi } from '../../shared/api.ts'
import { serverTime } from '../../shared/clock.ts'
import { isBefore, isRefusedPayment, type Stage } from './stage.ts'

interface Options {
  readonly order: BuyerOrder
  readonly token: string
  readonly stage: Stage
  readonly onOrder: (order: BuyerOrder) => void
}

/** Seconds for which the server may hold a poll until the payment has an outcome. */
const HELD_SECONDS = 5
/** Seconds before each poll for that outcome: none at first, then short, then longer. */
const WAITING_POLL_SECONDS = [0, 1, 1.5, 2, 3, 4, 5, 6, 8, 10]
const PAYING_POLL_SECONDS = 4
const ENDED_POLL_SECONDS = 3
/** Seconds after which a webhook is late, and the server may ask the gateway itself. */
const LATE_SECONDS = 10

const pauseOf = (stage: Stage, polls: number): number => {
  if (stage === 'waiting') return WAITING_POLL_SECONDS[Math.min(polls, WAITING_POLL_SECONDS.length - 1)] ?? 10
  return stage === 'paying' ? PAYING_POLL_SECONDS : ENDED_POLL_SECONDS
}

/** True a second after the end of the hold. */
const useHoldEnded = (until: string | null): boolean => {
  const [ended, setEnded] = useState<string>()
  useEffect(() => {
    if (!until) return undefined
    const timer = setTimeout(() => setEnded(until), Math.max(0, new Date(until).getTime() - serverTime()) + 1000)
    return () => clearTimeout(timer)
  }, [until])
  return until !== null && ended === until
}

/**
 * Keeps the order as the server has it: polls while the buyer pays or waits and when the hold ends, and reads it when the
 * tab becomes visible again. `waited`: how long it has been polling, in seconds.
 */
export const useRefetch = ({ order, token, stage, onOrder }: Options): { refresh: () => void; waited: number } => {
  const api = useApi()
  const [waited, setWaited] = useState(0)
  const mounted = useRef(true)
  const ended = useHoldEnded(order.expires_at)
  const load = async (query: { awaited?: 'true'; wait?: number } = {}) => {
    const result = await api('GET', '/v1/public/orders/:uuid', {
      params: { uuid: order.uuid },
      query,
      orderToken: token,
    })
    if (result.ok && mounted.current) onOrder(result.data)
  }
  const loadNow = useEffectEvent(load)

  useEffect(() => {
    mounted.current = true
    return () => {
      mounted.current = false
    }
  }, [])
  useEffect(() => {
    // After a declined payment too: its webhook may still arrive as paid.
    const polling = stage === 'waiting' || stage === 'paying' || isRefusedPayment(stage)
    if (!polling && !(isBefore(stage) && ended)) return undefined
    let timer: ReturnType<typeof setTimeout>
    let polls = 0
    let stopped = false
    const began = performance.now()
    const later = () => {
      timer = setTimeout(() => void poll(), pauseOf(stage, polls) * 1000)
    }
    const poll = async () => {
      const isLate = performance.now() - began >= LATE_SECONDS * 1000
      await loadNow(stage === 'waiting' ? { wait: HELD_SECONDS, ...(isLate && { awaited: 'true' }) } : {})
      if (stopped) return
      setWaited((performance.now() - began) / 1000)
      polls += 1
      later()
    }
    later()
    return () => {
      stopped = true
      clearTimeout(timer)
      setWaited(0)
    }
  }, [stage, ended])
  useEffect(() => {
    const onVisible = () => {
      if (document.visibilityState === 'visible') void loadNow()
    }
    const onShow = ({ persisted }: PageTransitionEvent) => {
      if (persisted) void loadNow()
    }
    document.addEventListener('visibilitychange', onVisible)
    addEventListener('pageshow', onShow)
    return () => {
      document.removeEventListener('visibilitychange', onVisible)
      removeEventListener('pageshow', onShow)
    }
  }, [])
  return { refresh: () => void load(), waited }
}
