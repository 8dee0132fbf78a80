import { type RefObject, useEffect, useEffectEvent, useRef } from 'react'
import { openLayer } from './back-closes.ts'
import { guardFromDoublePress, watchPresses } from './double-press.ts'

export interface ModalOptions {
  readonly open: boolean
  /** Returns false where it stays open for now. */
  readonly onClose: () => boolean | void
  /** It cannot be closed now: a request is running. */
  readonly locked?: boolean
  /** The address says that the dialog is open, so that Back closes it without an entry of its own. */
  readonly inAddress?: boolean
  /**
   * It fills the window, so that the page behind, which nobody can touch, is not made inert: the browser would compute the
   * style of every element of it again. Above another dialog it is modal like any other.
   */
  readonly covers?: boolean
}

/** Tab goes round inside; the page behind is not inert. */
const keepInside = (dialog: HTMLDialogElement, event: KeyboardEvent): void => {
  const buttons = Array.from(dialog.querySelectorAll<HTMLElement>('button:not(:disabled)'))
  const end = event.shiftKey ? buttons[0] : buttons.at(-1)
  const isInside = buttons.some((button) => button === document.activeElement)
  if (isInside && document.activeElement !== end) return
  event.preventDefault()
  const next = event.shiftKey ? buttons.at(-1) : buttons[0]
  next?.focus()
}

/**
 * Opens and closes a native <dialog>: focus stays inside, Escape and Back close it, the page behind is inert, and focus
 * returns afterwards. The second press of a double click does nothing to it.
 */
export const useModal = ({
  open,
  onClose,
  locked = false,
  inAddress = false,
  covers = false,
}: ModalOptions): RefObject<HTMLDialogElement | null> => {
  const dialog = useRef<HTMLDialogElement>(null)
  useEffect(watchPresses, [])
  useEffect(() => {
    const element = dialog.current
    if (!element) return undefined
    if (open && !element.open) {
      if (covers && document.querySelector('dialog[open]') === null) element.show()
      else element.showModal()
    }
    if (!open && element.open) element.close()
    return open ? guardFromDoublePress(element) : undefined
  }, [open, covers])
  const close = useEffectEvent((): boolean => {
    if (locked) return false
    return onClose() !== false
  })
  useEffect(() => {
    const element = dialog.current
    if (!open || !covers || !element) return undefined
    const listen = (event: KeyboardEvent): void => {
      // A modal dialog does both itself, whether it is this one or another above it.
      if (document.querySelectorAll('dialog[open]').length > 1) return
      if (event.key === 'Tab') keepInside(element, event)
      if (event.key === 'Escape') close()
    }
    addEventListener('keydown', listen)
    return () => removeEventListener('keydown', listen)
  }, [open, covers])
  useEffect(() => {
    return open && !inAddress ? openLayer({ close: () => close() }) : undefined
  }, [open, inAddress])
  return dialog
}
