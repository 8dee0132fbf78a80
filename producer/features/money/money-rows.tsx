import { Pieces } from '@kartis/ui/components/pieces.tsx'
import type { ReactNode } from 'react'
import { PathLink } from '../../shared/links.tsx'
import style from './money.module.css'

/** A list of MoneyRow. */
export function MoneyRows({ children }: { readonly children: ReactNode }) {
  return <ul className={style.rows}>{children}</ul>
}

interface MoneyRowProps {
  readonly title: ReactNode
  /** Makes the whole row a link. */
  readonly path?: string
  readonly facts: readonly ReactNode[]
  readonly chip?: ReactNode
  readonly end: ReactNode
  readonly endUnder?: ReactNode
  /** Below the row, over its whole width. */
  readonly children?: ReactNode
}

/** What renders nothing takes no room either. */
const isShown = (node: ReactNode): boolean => node !== undefined && node !== null && node !== false

/** One statement, payout, run or journal: its name and its figure, then facts. */
export function MoneyRow({ title, path, facts, chip, end, endUnder, children }: MoneyRowProps) {
  return (
    <li className={path === undefined ? undefined : style.linked}>
      <div className={style.rowName}>
        <b>{path === undefined ? title : <PathLink path={path}>{title}</PathLink>}</b>
        <span className={style.soft}>
          <Pieces pieces={facts} />
        </span>
      </div>
      {isShown(chip) && <div className={style.rowChip}>{chip}</div>}
      <div className={style.rowEnd}>
        <b>{end}</b>
        {isShown(endUnder) && <span className={style.soft}>{endUnder}</span>}
      </div>
      {children}
    </li>
  )
}
