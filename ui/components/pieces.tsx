import { UserText } from './user-text.tsx'
import type { ReactNode } from 'react'
import style from './pieces.module.css'

/**
 * Short facts in a row, separated by dots; a piece that wraps to the next line drops its dot. Falsy pieces are skipped. Texts
 * have the direction of their first letter; other pieces bring their own, as sums do, which have no letter.
 */
export function Pieces({ pieces }: { readonly pieces: readonly ReactNode[] }) {
  return (
    <span className={style.pieces}>
      <span>
        {pieces.filter(Boolean).map((piece, index) => (
          // the dot follows the direction of the page, whatever the direction of the piece
          <span key={index}>{typeof piece === 'string' ? <UserText>{piece}</UserText> : piece}</span>
        ))}
      </span>
    </span>
  )
}
