import { useEffect, useRef } from 'react'

type Keys = Readonly<Record<string, () => void>>

const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && target.matches('input, textarea, select, [contenteditable]')

/** A press of Enter or the space bar belongs to the button or link it stands on. */
const isOnControl = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && target.closest('button, a, summary') !== null

/**
 * Keys of a screen by their names (`F8`, `Enter`, `1`). Function keys work everywhere; the others not while something is
 * being typed or a dialog stands above.
 */
export const useKeys = (keys: Keys, active = true): void => {
  const now = useRef(keys)
  useEffect(() => {
    now.current = keys
  })
  useEffect(() => {
    if (!active) return undefined
    const press = (event: KeyboardEvent): void => {
      const act = now.current[event.key]
      if (!act || event.repeat || event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return
      const everywhere = /^F\d+$/.test(event.key)
      if (document.querySelector('dialog[open]') !== null) return
      if (!everywhere && (isTyping(event.target) || (event.key === 'Enter' && isOnControl(event.target)))) return
      event.preventDefault()
      act()
    }
    addEventListener('keydown', press)
    return () => removeEventListener('keydown', press)
  }, [active])
}
