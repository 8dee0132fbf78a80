import { useEffect, useState } from 'react'

/** About the height of the bar at the bottom of a phone: what lies behind it is not in view. */
const BEHIND_BAR = '-80px'

/** Whether an element of the page is in view above the bar; false until the browser has said so. */
export const useInView = (id: string): boolean => {
  const [isInView, setInView] = useState(false)
  useEffect(() => {
    const element = document.getElementById(id)
    if (!element || !('IntersectionObserver' in window)) return undefined
    const observer = new IntersectionObserver(([entry]) => setInView(entry?.isIntersecting === true), {
      rootMargin: `0px 0px ${BEHIND_BAR} 0px`,
    })
    observer.observe(element)
    return () => observer.disconnect()
  }, [id])
  return isInView
}
