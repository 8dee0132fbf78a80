import { type RefObject, useEffect } from 'react'

/**
 * Gives the focus to a field when it appears, also in a dialog that opens with it: the dialog is shown after its content is
 * there, and then focuses what says `autofocus`, or its first button.
 */
export const useOpeningFocus = (field: RefObject<HTMLElement | null>): void =>
  useEffect(() => {
    field.current?.setAttribute('autofocus', '')
    field.current?.focus()
  }, [field])
