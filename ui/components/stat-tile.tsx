import type { ReactNode } from 'react'
import { classNames } from '../class-names.ts'
import style from './stat-tile.module.css'

/** The grid of figures: two columns on a phone, four on a desktop. Children are StatTile. */
export function StatTiles({ children }: { readonly children: ReactNode }) {
  return <dl className={style.tiles}>{children}</dl>
}

export interface StatTileProps {
  readonly icon?: ReactNode
  /** A link here makes the whole tile clickable. */
  readonly label: ReactNode
  readonly figure: ReactNode
  readonly context?: ReactNode
  /** The main figure: two cells wide on a background of the accent: a reddish one would read as a loss. One per view. */
  readonly hero?: boolean
}

export function StatTile({ icon, label, figure, context, hero = false }: StatTileProps) {
  return (
    <div className={classNames(style.tile, hero && style.hero)}>
      <dt>
        {icon}
        {label}
      </dt>
      <dd className={style.figure}>{figure}</dd>
      {context !== undefined && <dd className={style.context}>{context}</dd>}
    </div>
  )
}
