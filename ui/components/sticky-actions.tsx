import type { ReactNode } from 'react'
import { classNames } from '../class-names.ts'
import style from './sticky-actions.module.css'

export interface StickyActionsProps {
  /** The main action first: it fills the width on a phone. */
  readonly children: ReactNode
  /** Shown on a phone only: the desktop has the same actions elsewhere. */
  readonly phoneOnly?: boolean
}

/**
 * On a phone a blurred bar at the bottom with the main action; on a desktop the same markup under the form. Last child
 * of Page.
 */
export function StickyActions({ children, phoneOnly = false }: StickyActionsProps) {
  return (
    <div className={classNames(style.actions, phoneOnly && style.phoneOnly)} data-sticky-actions>
      {children}
    </div>
  )
}

/** A secondary action that is hidden on a phone. */
export function WideOnly({ children }: { readonly children: ReactNode }) {
  return <div className={style.wideOnly}>{children}</div>
}
