import type { ReplyOf } from '@kartis/contract/endpoint.ts'
import type { showAvailability } from '@kartis/contract/public-events.ts'
import { useEffect, useEffectEvent, useState } from 'react'
import { useApi } from '../../shared/api.ts'
import type { EventView, TicketTypeView } from '../../state/event-state.ts'

const POLL_MS = 15_000
/** The server's figures lag by at most a second behind a decision; this is a little more. */
const LAG_MS = 1500

type Availability = ReplyOf<typeof showAvailability>['data']

interface CurrentTypes {
  readonly ticketTypes: readonly TicketTypeView[]
  /** Reads now, and once more when the reply cannot be older than this call. */
  readonly refresh: () => Promise<void>
}

/** The ticket types with what is left now: the page itself may come from a cache. Polls only while the page is visible. */
export const useAvailability = (event: Pick<EventView, 'uuid' | 'phase' | 'ticketTypes'>): CurrentTypes => {
  const api = useApi()
  const [availability, setAvailability] = useState<Availability>()
  const { uuid, phase } = event
  const request = (event: string) => api('GET', '/v1/public/events/:uuid/availability', { params: { uuid: event } })
  const load = async () => {
    const result = await request(uuid)
    if (result.ok) setAvailability(result.data)
  }
  const refresh = async () => {
    await load()
    setTimeout(() => void load(), LAG_MS)
  }
  const requestNow = useEffectEvent(request)
  useEffect(() => {
    if (phase === 'over') return undefined
    const update = async () => {
      const result = await requestNow(uuid)
      if (result.ok) setAvailability(result.data)
    }
    const poll = () => {
      if (document.visibilityState === 'visible') void update()
    }
    poll()
    const timer = setInterval(poll, POLL_MS)
    document.addEventListener('visibilitychange', poll)
    return () => {
      clearInterval(timer)
      document.removeEventListener('visibilitychange', poll)
    }
  }, [uuid, phase])
  const ticketTypes = event.ticketTypes.map((ticketType) => {
    const current = availability?.events_tickets.find((each) => each.uuid === ticketType.uuid)
    return current
      ? {
          ...ticketType,
          left: current.left,
          scarce: current.scarce,
          state: current.sale_state,
          max: current.max_per_order,
        }
      : ticketType
  })
  return { ticketTypes, refresh }
}
