import { useEffect, useState } from 'react'

/** `09:05`: two digits each, so that the width is constant. */
export const clockText = (seconds: number): string => {
  const left = Math.max(0, Math.ceil(seconds))
  return `${String(Math.floor(left / 60)).padStart(2, '0')}:${String(left % 60).padStart(2, '0')}`
}

/** How far the server's clock is ahead of this device's, in ms: clocks of phones are often wrong. */
let clockOffset: number | undefined

const MIN_OFFSET_MS = 2000

/**
 * Sets the clock from a page that the server rendered for this view. A page that Back takes out of the browser's store was
 * rendered for an earlier one, and its hold would seem longer by its age: the first reply sets the clock then.
 */
export const syncClockWithPage = (serverNow: number): void => {
  const [navigation] = performance.getEntriesByType('navigation')
  if (!(navigation instanceof PerformanceNavigationTiming) || navigation.type === 'back_forward') return
  clockOffset = serverNow - (performance.timeOrigin + navigation.responseStart)
}

/** A reply that browsers may store says when it was first sent, which can be long ago. */
const isStorable = (headers: Headers): boolean => /max-age=[1-9]/.test(headers.get('cache-control') ?? '')

/** Sets the clock from the date of a reply, where the page itself may come from a cache. Small differences are rounding. */
export const syncClockWithReply = (headers: Headers): void => {
  const date = headers.get('date')
  if (clockOffset !== undefined || !date || isStorable(headers)) return
  const difference = new Date(date).getTime() - Date.now()
  clockOffset = Math.abs(difference) > MIN_OFFSET_MS ? difference : 0
}

export const serverTime = (): number => Date.now() + (clockOffset ?? 0)

/** Seconds left until an instant by the server's clock, updated each second. `pageNow`: the server time of the page. */
export const useSecondsLeft = (until: string | null, pageNow: number): number => {
  const end = until ? new Date(until).getTime() : 0
  const [left, setLeft] = useState(() => Math.max(0, (end - pageNow) / 1000))
  useEffect(() => {
    const tick = () => setLeft(Math.max(0, (end - serverTime()) / 1000))
    tick()
    const timer = setInterval(tick, 1000)
    return () => clearInterval(timer)
  }, [end])
  return left
}
