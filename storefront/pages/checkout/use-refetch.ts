import type { BuyerOrder } from '@kartis/contract/public-orders.ts'
import { useCallback, useEffect, useRef, useState } from 'react'
import { serverTime } from '../../shared/clock.ts'
import { useApi } from '../../shared/use-api.ts'
import { isBefore, type Stage } from './stage.ts'

interface Options {
  readonly path: string
  readonly token: string
  readonly stage: Stage
  readonly take: (order: BuyerOrder) => void
  /** End of the hold: the server is asked what became of the order then. */
  readonly until: string | null
}

/** Pause before each question for the gateway's word, in seconds: quick at first, then patient. */
const PATIENCE = [1, 1, 1.5, 2, 3, 4, 5, 6, 8, 10]
const AT_THE_GATEWAY = 4
const AFTER_THE_END = 3

const pauseOf = (stage: Stage, tries: number): number => {
  if (stage === 'waiting') return PATIENCE[Math.min(tries, PATIENCE.length - 1)] ?? 10
  return stage === 'paying' ? AT_THE_GATEWAY : AFTER_THE_END
}

/**
 * Keeps the order as the server has it: asks while one pays or waits, when the hold ends, when the tab is looked at again,
 * and when told to.
 */
export const useFresh = ({ path, token, stage, take, until }: Options): { refresh: () => void; waited: number } => {
  const api = useApi()
  const [waited, setWaited] = useState(0)
  const [over, setOver] = useState<string>()
  const ended = until !== null && over === until
  const alive = useRef(true)
  const ask = useCallback(async () => {
    const answer = await api<BuyerOrder>(path, { orderToken: token })
    if (answer.ok && alive.current) take(answer.data)
  }, [api, path, token, take])
  const refresh = useCallback(() => void ask(), [ask])

  useEffect(() => {
    alive.current = true
    return () => {
      alive.current = false
    }
  }, [])
  useEffect(() => {
    if (!until) return undefined
    const timer = setTimeout(() => setOver(until), Math.max(0, new Date(until).getTime() - serverTime()) + 1000)
    return () => clearTimeout(timer)
  }, [until])
  useEffect(() => {
    // After a refusal too: the gateway's word may come later than its page said no.
    const asks = stage === 'waiting' || stage === 'paying' || stage === 'failed'
    if (!asks && !(isBefore(stage) && ended)) return undefined
    let timer: ReturnType<typeof setTimeout>
    let tries = 0
    const began = performance.now()
    const again = async () => {
      await ask()
      setWaited((performance.now() - began) / 1000)
      timer = setTimeout(again, pauseOf(stage, (tries += 1)) * 1000)
    }
    timer = setTimeout(again, pauseOf(stage, 0) * 1000)
    return () => {
      clearTimeout(timer)
      setWaited(0)
    }
  }, [stage, ended, ask])
  useEffect(() => {
    const look = () => {
      if (document.visibilityState === 'visible') refresh()
    }
    const back = (shown: PageTransitionEvent) => {
      if (shown.persisted) refresh()
    }
    document.addEventListener('visibilitychange', look)
    addEventListener('pageshow', back)
    return () => {
      document.removeEventListener('visibilitychange', look)
      removeEventListener('pageshow', back)
    }
  }, [refresh])
  return { refresh, waited }
}
