import { useEffect } from 'react'
import { createWedge, LONGEST_GAP_MS } from './wedge.ts'

/** Takes back what a scanner typed into a field, so that it is not sent or searched for as well. */
const clear = (field: EventTarget | null): void => {
  if (!(field instanceof HTMLInputElement)) return
  // React looks at what the field itself was given: its own setter is passed over.
  Reflect.set(HTMLInputElement.prototype, 'value', '', field)
  field.dispatchEvent(new Event('input', { bubbles: true }))
}

const isField = (target: EventTarget | null): boolean =>
  target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement

/**
 * Tickets read by a scanner that is connected as a keyboard, wherever the focus is and whatever its layout. `isInField`:
 * into a field, where a quick person types too. A blank text: a scanner typed something that is no ticket.
 */
export const useWedge = (onCode: (text: string, isInField: boolean) => void): void => {
  useEffect(() => {
    const wedge = createWedge()
    let timer: ReturnType<typeof setTimeout> | undefined
    const take = (text: string, field: EventTarget | null) => {
      clear(field)
      onCode(text, field instanceof HTMLInputElement)
    }
    const onKey = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.altKey || event.metaKey || event.isComposing) return
      const { target } = event
      clearTimeout(timer)
      const pressed = wedge.press(event, event.timeStamp)
      if (pressed === undefined) {
        timer = setTimeout(() => {
          const text = wedge.pause()
          if (text !== undefined) take(text, target)
        }, LONGEST_GAP_MS)
        return
      }
      // A person types long lines too, into fields.
      if (pressed === 'unread' && isField(target)) return
      // Of a line that was taken already it would press the button that has the focus.
      event.preventDefault()
      event.stopPropagation()
      if (pressed === 'unread') onCode('', false)
      else if (pressed !== 'late_end') take(pressed.text, target)
    }
    addEventListener('keydown', onKey, true)
    return () => {
      clearTimeout(timer)
      removeEventListener('keydown', onKey, true)
    }
  }, [onCode])
}
