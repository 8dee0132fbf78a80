import { useEffect, useState } from 'react'

const secondsTo = (moment: number | undefined): number =>
  moment === undefined ? 0 : Math.max(0, Math.ceil((moment - Date.now()) / 1000))

/** Whole seconds left until a moment (epoch milliseconds), counted down on screen; 0 once it has passed. */
export const useSecondsUntil = (moment: number | undefined): number => {
  const [left, setLeft] = useState(() => secondsTo(moment))
  useEffect(() => {
    const tick = () => setLeft(secondsTo(moment))
    const first = setTimeout(tick, 0)
    const timer = setInterval(tick, 500)
    return () => {
      clearTimeout(first)
      clearInterval(timer)
    }
  }, [moment])
  return left
}
