import type { Event } from '@kartis/contract/events.ts'
import { useEffect, useState } from 'react'
import { offline } from '../../shared/connection.ts'
import { createHubSession } from './hub-session.ts'
import type { HubOwner } from './hub-start.ts'
import { useAdmissionList } from './use-admission-list.ts'

/** How often a hub with a network loads what other gates did. */
const REFRESH_MS = 5000

const nothing = () => undefined

/** This device as the hub of an event. It is the hub while the page is open. */
export const useHub = (event: Event, owner: HubOwner) => {
  const checkIn = useAdmissionList(event.uuid, nothing, 'hub')
  const { list, refresh } = checkIn
  const [session] = useState(() => createHubSession(owner, list))
  const state = session.store.use()
  const { isOn } = state
  useEffect(() => session.stop, [session])
  useEffect(() => {
    if (!isOn) return undefined
    const timer = setInterval(() => {
      session.stopAtEnd()
      if (!offline.read()) void refresh()
    }, REFRESH_MS)
    return () => clearInterval(timer)
  }, [isOn, refresh, session])
  return { ...state, checkIn, session }
}
