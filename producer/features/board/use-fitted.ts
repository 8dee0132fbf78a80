import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react'

/** Below this a board across the room is not legible: what does not fit then is scrolled to. */
const SMALLEST = 0.5
/** Steps of halving: within one hundredth of the largest scale that fits. */
const STEPS = 6

/**
 * Draws an element as large as its window has height for, at most as large as its style sheet says: how much a board
 * shows depends on the evening and on the language, and nobody scrolls a big screen.
 */
export const useFitted = (isOn: boolean): RefObject<HTMLDivElement | null> => {
  const box = useRef<HTMLDivElement>(null)
  // After each render: what is shown may have become longer.
  useLayoutEffect(() => {
    if (isOn && box.current !== null) fitHeight(box.current)
  })
  useEffect(() => {
    const element = box.current
    if (!isOn || element === null) return undefined
    const fit = () => fitHeight(element)
    window.addEventListener('resize', fit)
    // Letters of another width than those that were measured make other lines.
    document.fonts?.ready.then(fit, () => undefined)
    return () => {
      window.removeEventListener('resize', fit)
      element.style.removeProperty('--scale')
    }
  }, [isOn])
  return box
}

const fitHeight = (element: HTMLElement): void => {
  element.style.removeProperty('--scale')
  const fits = () => element.getBoundingClientRect().height <= window.innerHeight + 1
  if (fits()) return
  let large = Number(getComputedStyle(element).getPropertyValue('--scale')) || 1
  let small = SMALLEST
  for (let step = 0; step < STEPS; step++) {
    const middle = (small + large) / 2
    element.style.setProperty('--scale', String(middle))
    if (fits()) small = middle
    else large = middle
  }
  element.style.setProperty('--scale', String(small))
}
