import { useEffect } from 'react'
import { createWedge } from './wedge.ts'

/** Takes back what a scanner typed into a field, so that it is not sent or searched for as well. */
const clear = (field: EventTarget | null): void => {
  if (!(field instanceof HTMLInputElement)) return
  // React looks at what the field itself was given: its own setter is passed over.
  Reflect.set(HTMLInputElement.prototype, 'value', '', field)
  field.dispatchEvent(new Event('input', { bubbles: true }))
}

/**
 * Tickets read by a scanner that is connected as a keyboard, wherever the focus is and whatever its layout. `isInField`:
 * into a field, where a quick person types too.
 */
export const useWedge = (onCode: (text: string, isInField: boolean) => void): void => {
  useEffect(() => {
    const read = createWedge()
    const onKey = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.altKey || event.metaKey || event.isComposing) return
      const text = read(event, event.timeStamp)
      if (text === undefined) return
      event.preventDefault()
      event.stopPropagation()
      clear(event.target)
      onCode(text, event.target instanceof HTMLInputElement)
    }
    addEventListener('keydown', onKey, true)
    return () => removeEventListener('keydown', onKey, true)
  }, [onCode])
}
