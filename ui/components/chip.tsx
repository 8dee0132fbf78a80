import type { ReactNode } from 'react'
import { classNames } from '../class-names.ts'
import style from './chip.module.css'

export interface ChipProps {
  readonly children: ReactNode
  readonly state?: 'quiet' | 'good' | 'warn' | 'bad' | 'info' | 'accent'
  /** Without the dot. */
  readonly plain?: boolean
  /** The dot pulses: the state is live. */
  readonly live?: boolean
  /** Opaque background, readable on any picture. */
  readonly onArt?: boolean
  readonly className?: string
}

export function Chip({ children, state = 'quiet', plain = false, live = false, onArt = false, className }: ChipProps) {
  return (
    <span
      className={classNames(style.chip, plain && style.plain, live && style.live, onArt && style.onArt, className)}
      data-state={state}
    >
      {children}
    </span>
  )
}
