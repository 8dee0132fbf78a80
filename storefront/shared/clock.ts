import { useEffect, useState } from 'react'

/** `09:05`: two figures each, so that the width never moves. */
export const clockText = (seconds: number): string => {
  const left = Math.max(0, Math.ceil(seconds))
  return `${String(Math.floor(left / 60)).padStart(2, '0')}:${String(left % 60).padStart(2, '0')}`
}

/** How far the server's clock is ahead of this phone's, in ms: phones' own clocks are wrong too often. */
let ahead: number | undefined

const FAR_MS = 2000

/** From a page that the server made for this view alone. */
export const learnFromPage = (serverNow: number): void => {
  const [navigation] = performance.getEntriesByType('navigation')
  const waited = navigation instanceof PerformanceNavigationTiming ? navigation.responseStart : 0
  ahead = serverNow - (performance.timeOrigin + waited)
}

/** From the date of an answer, where the page itself may be older than it looks. Whole seconds: small differences are noise. */
export const learnFromAnswer = (date: string | null): void => {
  if (ahead !== undefined || !date) return
  const difference = new Date(date).getTime() - Date.now()
  ahead = Math.abs(difference) > FAR_MS ? difference : 0
}

export const serverTime = (): number => Date.now() + (ahead ?? 0)

/** Seconds left until an instant by the server's clock, once a second. `pageNow` is the server's time when the page was made. */
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
