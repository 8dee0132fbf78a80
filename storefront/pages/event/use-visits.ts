import { useEffect } from 'react'
import { newKey } from '../../shared/new-key.ts'

const STILL_MS = 20_000
const KEY = 'kartis.visitor'

const visitorOf = (): string => {
  const fresh = newKey()
  try {
    const known = sessionStorage.getItem(KEY)
    if (known) return known
    sessionStorage.setItem(KEY, fresh)
  } catch {
    // Without storage every page view is its own visitor.
  }
  return fresh
}

/** Counts the view once and says every 20 seconds that the page is still open. Only people run scripts; robots are not counted. */
export const useVisits = (event: string): void => {
  useEffect(() => {
    const visitor = visitorOf()
    const tell = (kind: 'open' | 'still') => {
      const body = JSON.stringify({ visitor, kind })
      // A lost count is no reason to disturb a buyer.
      fetch(`/api/v1/public/events/${event}/visits`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body,
        keepalive: true,
      }).catch(() => undefined)
    }
    tell('open')
    const timer = setInterval(() => {
      if (document.visibilityState === 'visible') tell('still')
    }, STILL_MS)
    return () => clearInterval(timer)
  }, [event])
}
