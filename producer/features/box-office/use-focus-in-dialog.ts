import { type RefObject, useEffect, useRef } from 'react'

/**
 * A dialog that opens takes the focus to its first control: this takes it to where the seller's next key belongs, and
 * back there after printing, which hides the screen and with it the focus.
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
