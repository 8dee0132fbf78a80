import { useEffect, useRef } from 'react'

type Keys = Readonly<Record<string, () => void>>

const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && target.matches('input, textarea, select, [contenteditable]')

/** Enter and Space on a button or link activate it. */
const isOnControl = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && target.closest('button, a, summary') !== null

/**
 * Keyboard shortcuts by key name (`F8`, `Enter`, `1`). Function keys always work; other keys not while a field has
 * focus. Open dialogs block all.
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
