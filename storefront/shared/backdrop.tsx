import type { CSSProperties } from 'react'
import css from './backdrop.module.css'

/** A faint gradient of the two colours of an event behind the top of the page. */
export const BackdropColors = ({ colors }: { readonly colors: readonly [string, string] }) => (
  <div className={css.colors} style={{ '--art-a': colors[0], '--art-b': colors[1] } as CSSProperties} />
)
