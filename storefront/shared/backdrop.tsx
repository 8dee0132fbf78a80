import type { CSSProperties } from 'react'
import css from './backdrop.module.css'

/** Two colours of the artwork, faint behind the top of the page. */
export const Wash = ({ colors }: { readonly colors: readonly [string, string] }) => (
  <div className={css.wash} style={{ '--art-a': colors[0], '--art-b': colors[1] } as CSSProperties} />
)
