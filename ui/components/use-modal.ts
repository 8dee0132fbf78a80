import { type RefObject, useEffect, useEffectEvent, useRef } from 'react'
import { openLayer } from './back-closes.ts'
import { guardFromDoublePress, watchPresses } from './double-press.ts'

export interface ModalOptions {
  readonly open: boolean
  readonly onClose: () => void
  /** It cannot be closed now: a request is running. */
  readonly locked?: boolean
  /** The address says that the dialog is open, so that Back closes it without an entry of its own. */
  readonly inAddress?: boolean
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
}: ModalOptions): RefObject<HTMLDialogElement | null> => {
  const dialog = useRef<HTMLDialogElement>(null)
  useEffect(watchPresses, [])
  useEffect(() => {
    const element = dialog.current
    if (!element) return undefined
    if (open && !element.open) element.showModal()
    if (!open && element.open) element.close()
    return open ? guardFromDoublePress(element) : undefined
  }, [open])
  const close = useEffectEvent((): boolean => {
    if (locked) return false
    onClose()
    return true
  })
  useEffect(() => {
    return open && !inAddress ? openLayer({ close: () => close() }) : undefined
  }, [open, inAddress])
  return dialog
}
