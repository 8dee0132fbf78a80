import { type RefObject, useEffect, useRef } from 'react'

/**
 * Opens and closes a native <dialog>: focus stays inside, Escape closes it, the page behind is inert, and focus returns
 * afterwards.
 */
export const useModal = (open: boolean): RefObject<HTMLDialogElement | null> => {
  const dialog = useRef<HTMLDialogElement>(null)
  useEffect(() => {
    const element = dialog.current
    if (!element) return
    if (open && !element.open) element.showModal()
    if (!open && element.open) element.close()
  }, [open])
  return dialog
}
