import type { CSSProperties, ReactNode } from 'react'
import { classNames } from '../class-names.ts'
import style from './ticket-shape.module.css'

export interface TicketShapeProps {
  /** Content above the perforation. */
  readonly children: ReactNode
  /** Content below it: price, code or countdown. */
  readonly stub: ReactNode
  /** Height of the stub (any CSS length); with `head` it is the height of the upper part. */
  readonly stubSize?: string
  /** The upper part has the fixed height: an event card with its picture. */
  readonly head?: boolean
  /** From 48rem the stub is at the inline end, this wide. */
  readonly turns?: string
  readonly className?: string
}

/**
 * The ticket shape of the brand: two parts with a dashed perforation and notches. Used by the event card, event head,
 * payout card, receipt and pass only.
 */
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
