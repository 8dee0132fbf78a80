import { newKey } from '@kartis/contract/client.ts'
import { useEffect, useEffectEvent, useRef } from 'react'
import { useApi } from '../../shared/api.ts'

const STILL_MS = 20_000
const KEY = 'kartis.visitor'

const visitorOf = (): string => {
  const newVisitor = newKey()
  try {
    const saved = sessionStorage.getItem(KEY)
    if (saved) return saved
    sessionStorage.setItem(KEY, newVisitor)
  } catch {
    // Without storage every page view counts as its own visitor.
  }
  return newVisitor
}

/** Shown inside a page of this installation: a preview or the documentation, and no visit. */
const isPreview = (): boolean => {
  if (window.parent === window) return false
  try {
    return window.parent.location.origin === location.origin
  } catch {
    return false // another site's
  }
}

/** A browser with an account of the producer app open, which stores it under this name until the sign-out: no buyer's. */
const isProducer = (): boolean => {
  try {
    return localStorage.getItem('workspace') !== null
  } catch {
    return false
  }
}

/** Counts the view once and reports every 20 seconds that the page is still open. Robots run no script and are not counted. */
export const useVisits = (event: string): void => {
  const api = useApi()
  const visitor = useRef<string>(undefined)
  // Another language of the page is not another view.
  const report = useEffectEvent((uuid: string, kind: 'open' | 'still') => {
    visitor.current ??= visitorOf()
    const body = { visitor: visitor.current, kind }
    void api('POST', '/v1/public/events/:uuid/visits', { params: { uuid }, body, keepalive: true })
  })
  useEffect(() => {
    if (isPreview() || isProducer()) return undefined
    report(event, 'open')
    const timer = setInterval(() => {
      if (document.visibilityState === 'visible') report(event, 'still')
    }, STILL_MS)
    return () => clearInterval(timer)
  }, [event])
}
