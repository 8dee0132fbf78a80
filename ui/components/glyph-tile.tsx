import type { ReactNode } from 'react'
import style from './glyph-tile.module.css'

interface GlyphTileProps {
  /** `accent` where nothing is said. */
  readonly tone?: 'accent' | 'quiet' | 'bad'
  /** An icon. */
  readonly children: ReactNode
}

/** The tinted square at the head of a card or a row, with the icon of what it is. */
export function GlyphTile({ tone = 'accent', children }: GlyphTileProps) {
  return (
    <span className={style.glyph} data-tone={tone}>
      {children}
    </span>
  )
}
