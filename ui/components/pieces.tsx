import type { ReactNode } from 'react'
import style from './pieces.module.css'

/** Short facts in a row with a dot between them; one that moves to the next line leaves its dot behind. What is false or empty stays away. */
export function Pieces({ pieces }: { readonly pieces: readonly ReactNode[] }) {
  return (
    <span className={style.pieces}>
      <span>
        {pieces.filter(Boolean).map((piece, place) => (
          // the dot stands on the page's side, whichever way the piece itself runs
          <span key={place}>
            <bdi>{piece}</bdi>
          </span>
        ))}
      </span>
    </span>
  )
}
