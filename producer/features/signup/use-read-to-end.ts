import { useEffect, useRef, useState } from 'react'

/** The action bar may cover the last lines on a phone. */
const UNDER_THE_BAR = '0px 0px -72px 0px'

/**
 * Whether the end of a text has been on the screen. Scrolling by pointer, keyboard and screen reader all count; a text
 * that fits the screen counts at once.
 */
export const useReadToEnd = <T extends Element>() => {
  const end = useRef<T>(null)
  const [hasReadToEnd, setRead] = useState(false)
  useEffect(() => {
    const node = end.current
    if (hasReadToEnd || !node) return undefined
    const watch = new IntersectionObserver(
      (entries) => entries.some(({ isIntersecting }) => isIntersecting) && setRead(true),
      { rootMargin: UNDER_THE_BAR },
    )
    watch.observe(node)
    return () => watch.disconnect()
  }, [hasReadToEnd])
  return { end, hasReadToEnd }
}
