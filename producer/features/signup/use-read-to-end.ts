import { useEffect, useRef, useState } from 'react'

/** The bar with the button may lie over the last lines of a phone's page. */
const UNDER_THE_BAR = '0px 0px -72px 0px'

/**
 * Whether the end of a text has been on screen: by hand, by keyboard or by a screen reader, which all scroll to what they
 * read. A screen on which the whole text fits has seen it at once.
 */
export const useReadToEnd = <T extends Element>() => {
  const end = useRef<T>(null)
  const [read, setRead] = useState(false)
  useEffect(() => {
    const node = end.current
    if (read || !node) return undefined
    const watch = new IntersectionObserver(
      (entries) => entries.some(({ isIntersecting }) => isIntersecting) && setRead(true),
      { rootMargin: UNDER_THE_BAR },
    )
    watch.observe(node)
    return () => watch.disconnect()
  }, [read])
  return { end, read }
}
