import { type RefObject, useEffect } from 'react'

/** Of a page that somebody has enlarged a part is in sight as well, and that is no keyboard. */
const ENLARGED = 1.01

/**
 * Keeps the dialog around this content above the keyboard of a phone, which covers the page without making it smaller: its
 * last button would be under the keyboard.
 */
export const useAboveKeyboard = (content: RefObject<HTMLElement | null>): void => {
  useEffect(() => {
    const seen = window.visualViewport
    const dialog = content.current?.closest('dialog')
    if (!seen || !dialog) return undefined
    const fit = () => {
      const covered = seen.scale > ENLARGED ? 0 : Math.max(0, Math.round(innerHeight - seen.height - seen.offsetTop))
      dialog.style.setProperty('--keyboard', `${covered}px`)
    }
    fit()
    seen.addEventListener('resize', fit)
    seen.addEventListener('scroll', fit)
    return () => {
      seen.removeEventListener('resize', fit)
      seen.removeEventListener('scroll', fit)
      dialog.style.removeProperty('--keyboard')
    }
  }, [content])
}
