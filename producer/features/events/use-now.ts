import { useEffect, useState } from 'react'

const EVERY_MS = 30_000

/** The time, taken anew twice a minute: for countdowns in minutes and larger. */
export const useNow = (): Date => {
  const [now, setNow] = useState(() => new Date())
  useEffect(() => {
    const timer = setInterval(() => setNow(new Date()), EVERY_MS)
    return () => clearInterval(timer)
  }, [])
  return now
}
