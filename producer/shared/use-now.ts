import { useEffect, useState } from 'react'

/** The current time, updated twice a minute: enough for countdowns in minutes or longer units. */
export const useNow = (everyMs = 30_000): Date => {
  const [now, setNow] = useState(() => new Date())
  useEffect(() => {
    const timer = setInterval(() => setNow(new Date()), everyMs)
    return () => clearInterval(timer)
  }, [everyMs])
  return now
}
