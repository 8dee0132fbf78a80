import type { Lang } from '@kartis/i18n/lang.ts'
import type { SeatsState } from '@kartis/contract/public-seats.ts'
import { useCallback, useEffect, useEffectEvent, useRef, useState } from 'react'
import { type Api, useApi } from '../../shared/api.ts'
import { usePageContext } from '../../shared/page-context.tsx'
import type { SeatsView } from '../../state/seats-state.ts'
import { earlyHall } from './early-hall.ts'
import { boardAfter, type LiveBoard } from './seats-board.ts'
import { type SeatSale, seatSaleOf } from './seat-sale.ts'

/** After a reply that did not come. */
const RETRY_MS = 4000
const MIN_POLL_MS = 400

export interface SeatsNow {
  /** Undefined while the hall loads. */
  readonly sale: SeatSale | undefined
  readonly live: LiveBoard | undefined
  readonly isFailed: boolean
  /** Reads the state now: something of it was refused, or did not come. */
  readonly refresh: () => void
}

const requestState = async (api: Api, event: string, since: number | undefined): Promise<SeatsState | undefined> => {
  const result = await api('GET', '/v1/public/events/:uuid/seats', {
    params: { uuid: event },
    ...(since !== undefined && { query: { since } }),
  })
  // The endpoint also answers with a list, which is not requested here.
  return result.ok && !Array.isArray(result.data) ? result.data : undefined
}

const loadSale = async (api: Api, event: string, hash: string, lang: Lang): Promise<SeatSale | undefined> => {
  const early = await earlyHall(hash, lang)
  if (early) return early
  const result = await api('GET', '/v1/public/events/:uuid/seat_map/:hash', { params: { uuid: event, hash } })
  return result.ok ? seatSaleOf(result.data, hash, lang) : undefined
}

/** The hall and what of it is free now. Asks as often as the server says, while the page is visible. */
export const useSeatsState = ({ uuid, seatMap }: Pick<SeatsView, 'uuid' | 'seatMap'>): SeatsNow => {
  const api = useApi()
  const { lang } = usePageContext()
  const [sale, setSale] = useState<SeatSale>()
  const [live, setLive] = useState<LiveBoard>()
  const [isFailed, setFailed] = useState(false)
  const poll = useRef<() => void>(() => undefined)
  const load = useEffectEvent((event: string, hash: string, spoken: Lang) => loadSale(api, event, hash, spoken))
  const request = useEffectEvent((event: string, since: number | undefined) => requestState(api, event, since))
  const firstHash = useEffectEvent(() => seatMap.hash)
  useEffect(() => {
    const run = { current: true, timer: 0 }
    let hall: SeatSale | undefined
    // The hall of the page is loaded beside the first state; another one only if the state names it.
    const first = { hash: firstHash(), hall: load(uuid, firstHash(), lang) }
    let board: LiveBoard | undefined
    const later = (ms: number): void => {
      clearTimeout(run.timer)
      run.timer = window.setTimeout(() => void update(), ms)
    }
    const update = async (): Promise<void> => {
      if (document.visibilityState === 'hidden') return
      const state = await request(uuid, hall && board?.rev)
      if (!run.current) return
      if (!state) {
        if (!board) setFailed(true)
        return later(RETRY_MS)
      }
      if (hall?.hash !== state.hash) {
        hall = (state.hash === first.hash ? await first.hall : undefined) ?? (await load(uuid, state.hash, lang))
        if (!run.current) return
        if (!hall) {
          setFailed(true)
          return later(RETRY_MS)
        }
        board = undefined
        setSale(hall)
      }
      const next = boardAfter(hall, board, state)
      setFailed(false)
      if (next && next !== board) {
        board = next
        setLive(next)
      }
      return later(next ? Math.max(MIN_POLL_MS, state.next_ms) : 0)
    }
    const now = (): void => later(0)
    poll.current = now
    now()
    document.addEventListener('visibilitychange', now)
    return () => {
      run.current = false
      clearTimeout(run.timer)
      document.removeEventListener('visibilitychange', now)
    }
    // Another language names the hall anew.
  }, [uuid, lang])
  return {
    sale,
    live,
    isFailed,
    refresh: useCallback(() => poll.current(), []),
  }
}
