import { useEffect, useState } from 'react'

/** The lower part of the screen: what only begins there, partly behind the bar, is not what the reader looks at. */
const LOWER_PART = '-40%'

/** Whether an element of the page is in the upper part of the screen; false until the browser has said so. */
export const useInView = (id: string): boolean => {
  const [isInView, setInView] = useState(false)
  useEffect(() => {
    const element = document.getElementById(id)
    if (!element || !('IntersectionObserver' in window)) return undefined
    const observer = new IntersectionObserver(([entry]) => setInView(entry?.isIntersecting === true), {
      rootMargin: `0px 0px ${LOWER_PART} 0px`,
    })
    observer.observe(element)
    return () => observer.disconnect()
  }, [id])
  return isInView
}
