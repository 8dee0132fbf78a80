import { classNames } from '@kartis/ui/class-names.ts'
import type { ReactNode } from 'react'
import style from './card-link.module.css'
import { PathLink } from './links.tsx'

interface CardLinkProps {
  readonly path: string
  /** The card goes on below the part that the link covers, so that the focus is drawn within it. */
  readonly inside?: boolean
  readonly children: ReactNode
}

/** A link whose target is the whole card around it, which is positioned; what else can be pressed there lies above it. */
export function CardLink({ path, inside = false, children }: CardLinkProps) {
  return (
    <PathLink className={classNames(style.cover, inside && style.inside)} path={path}>
      {children}
    </PathLink>
  )
}
