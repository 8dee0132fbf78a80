import { useEffect, useState } from 'react'
import { useApi } from '../../shared/use-api.ts'
import type { EventView, KindView } from '../../state/event-state.ts'

const EVERY_MS = 15_000
/** What is shown may lag by a second behind what was just decided; a little more, and it cannot. */
const LAG_MS = 1500

interface Left {
  readonly events_tickets: readonly {
    readonly uuid: string
    readonly left: number | null
    readonly sale_state: KindView['state']
    readonly max_per_order: number
  }[]
}

/**
 * The ticket types with what is left now: the page itself may come from a cache. Asks only while someone looks; `refresh`
 * asks at once and again when the answer cannot be older than the question.
 */
export const useAvailability = (event: EventView): { kinds: readonly KindView[]; refresh: () => Promise<void> } => {
  const api = useApi()
  const [fresh, setFresh] = useState<Left>()
  const ask = async () => {
    const answer = await api<Left>(`/public/events/${event.uuid}/availability`)
    if (answer.ok) setFresh(answer.data)
  }
  const refresh = async () => {
    await ask()
    setTimeout(() => void ask(), LAG_MS)
  }
  useEffect(() => {
    if (event.phase === 'over') return undefined
    const look = () => {
      if (document.visibilityState === 'visible') void ask()
    }
    look()
    const timer = setInterval(look, EVERY_MS)
    document.addEventListener('visibilitychange', look)
    return () => {
      clearInterval(timer)
      document.removeEventListener('visibilitychange', look)
    }
    // A new language asks nothing anew.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [event.uuid])
  const kinds = event.kinds.map((kind) => {
    const now = fresh?.events_tickets.find((each) => each.uuid === kind.uuid)
    return now ? { ...kind, left: now.left, state: now.sale_state, max: now.max_per_order } : kind
  })
  return { kinds, refresh }
}
