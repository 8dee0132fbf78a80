import style from './seat-swatch.module.css'

const COLORS = ['a', 'b', 'c', 'd', 'e'] as const

interface SeatSwatchProps {
  /** Of the category among all: the drawing gives the colours in this order. */
  readonly position: number
  /** As a part of a bar, from 0 to 1. */
  readonly share?: number
}

/** The seat colour of a category. */
export function SeatSwatch({ position, share }: SeatSwatchProps) {
  return (
    <span
      className={share === undefined ? style.swatch : style.share}
      data-color={COLORS[position % COLORS.length]}
      style={share === undefined ? undefined : { flexGrow: share }}
      aria-hidden
    />
  )
}
