import type { ReactNode } from 'react'
import { createPortal } from 'react-dom'
import style from './print.module.css'

/** What goes to the 80 mm printer in place of the screen; nobody sees it before. */
export function PrintPortal({ children }: { readonly children: ReactNode }) {
  return createPortal(
    <div className={style.sheet} aria-hidden>
      {children}
    </div>,
    document.body,
  )
}
