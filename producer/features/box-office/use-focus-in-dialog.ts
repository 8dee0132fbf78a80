import { type RefObject, useEffect, useRef } from 'react'

/**
 * Focuses an element when its dialog opens, where the seller's next key belongs, and again after printing, which hides
 * the screen and loses the focus.
 */
export const useFocusInDialog = <E extends HTMLElement>(): RefObject<E | null> => {
  const element = useRef<E>(null)
  useEffect(() => {
    const focus = () => element.current?.focus()
    const frame = requestAnimationFrame(focus)
    addEventListener('afterprint', focus)
    return () => {
      cancelAnimationFrame(frame)
      removeEventListener('afterprint', focus)
    }
  }, [])
  return element
}
