import type { CSSProperties, ReactNode } from 'react'
import { classNames } from '../class-names.ts'
import style from './ticket-shape.module.css'

export interface TicketShapeProps {
  /** Above the perforation: what one gets. */
  readonly children: ReactNode
  /** Below it: the money, the code, the countdown. */
  readonly stub: ReactNode
  /** Height of the stub (any CSS length); with `head` it is the height of the upper part. */
  readonly stubSize?: string
  /** The fixed part is the upper one: an event card with its artwork. */
  readonly head?: boolean
  /** From 48rem the stub stands at the inline end, this wide. */
  readonly turns?: string
  readonly className?: string
}

/** The brand's shape: two parts meeting at a dashed perforation with notches. Event card, event head, payout hero, receipt, pass; nothing else. */
export function TicketShape({ children, stub, stubSize = '5rem', head = false, turns, className }: TicketShapeProps) {
  const sizes: CSSProperties & Record<`--${string}`, string | undefined> = {
    '--stub-tall': stubSize,
    '--stub-wide': turns,
  }
  return (
    <div className={style.lift}>
      <div
        className={classNames(
          style.ticket,
          head ? style.up : style.down,
          turns !== undefined && style.turns,
          className,
        )}
        style={sizes}
      >
        <div className={style.first}>{children}</div>
        <div className={style.second}>{stub}</div>
      </div>
    </div>
  )
}
