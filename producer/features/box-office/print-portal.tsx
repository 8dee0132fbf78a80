import type { ReactNode } from 'react'
import { createPortal } from 'react-dom'
import style from './print.module.css'

/** Content for the 80 mm printer; printed instead of the screen and invisible on it. */
export function PrintPortal({ children }: { readonly children: ReactNode }) {
  return createPortal(
    <div className={style.sheet} aria-hidden>
      {children}
    </div>,
    document.body,
  )
}
