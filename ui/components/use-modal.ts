import { type RefObject, useEffect, useRef } from 'react'

/** Opens and closes a native <dialog>: focus is kept inside, Escape closes, the page behind is inert, focus goes back where it was. */
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
