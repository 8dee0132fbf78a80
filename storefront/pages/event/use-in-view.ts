import { useEffect, useState } from 'react'

/** What only begins below this part of the screen, partly behind the bar, is not what the reader looks at. */
const UPPER_PART = 0.6

/** Whether the reader has scrolled to an element of the page; false at the top of the page, whatever is there. */
export const useInView = (id: string): boolean => {
  const [isInView, setInView] = useState(false)
  useEffect(() => {
    const look = () => {
      const box = document.getElementById(id)?.getBoundingClientRect()
      setInView(scrollY > 0 && box !== undefined && box.top < innerHeight * UPPER_PART && box.bottom > 0)
    }
    addEventListener('scroll', look, { passive: true })
    return () => removeEventListener('scroll', look)
  }, [id])
  return isInView
}
