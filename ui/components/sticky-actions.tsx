import type { ReactNode } from 'react'
import { classNames } from '../class-names.ts'
import style from './sticky-actions.module.css'

export interface StickyActionsProps {
  /** The main action first: it takes the width on a phone. */
  readonly children: ReactNode
  /** Shown on a phone only: the desktop has the same actions elsewhere. */
  readonly phoneOnly?: boolean
}

/** A phone's one main action in a blurred bar at the bottom; on a desktop the same markup stands under the form. Last child of Page. */
export function StickyActions({ children, phoneOnly = false }: StickyActionsProps) {
  return (
    <div className={classNames(style.actions, phoneOnly && style.phoneOnly)} data-sticky-actions>
      {children}
    </div>
  )
}

/** A second action that a phone goes without. */
export function WideOnly({ children }: { readonly children: ReactNode }) {
  return <div className={style.wideOnly}>{children}</div>
}
