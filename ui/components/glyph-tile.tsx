import type { ReactNode } from 'react'
import style from './glyph-tile.module.css'

interface GlyphTileProps {
  /** Default: `accent`. */
  readonly tone?: 'accent' | 'quiet' | 'bad'
  /** An icon. */
  readonly children: ReactNode
}

/** The tinted square with an icon at the start of a card or row. */
export function GlyphTile({ tone = 'accent', children }: GlyphTileProps) {
  return (
    <span className={style.glyph} data-tone={tone}>
      {children}
    </span>
  )
}
