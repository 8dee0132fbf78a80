import { Avatar } from '@kartis/ui/components/avatar.tsx'
import { UserText } from '@kartis/ui/components/user-text.tsx'
import type { ReactNode } from 'react'
import { classNames } from '@kartis/ui/class-names.ts'
import style from './person-row.module.css'

/** The list of PersonRow. */
export function PersonRows({ children }: { readonly children: ReactNode }) {
  return <ul className={style.rows}>{children}</ul>
}

/** Headings above the rows on a desktop; the row names its facts itself where there is no room for them. */
export function PersonRowsHead({
  who,
  facts,
  end,
}: {
  readonly who: string
  readonly facts: readonly string[]
  readonly end: string
}) {
  return (
    <div className={style.heads} aria-hidden>
      <span />
      <span>{who}</span>
      <div className={style.facts}>
        {facts.map((fact) => (
          <span key={fact}>{fact}</span>
        ))}
      </div>
      <span className={style.end}>{end}</span>
    </div>
  )
}

export interface PersonRowProps {
  readonly name: string
  /** A button or link here makes the whole row clickable. */
  readonly title: ReactNode
  readonly under?: ReactNode
  /** At the end of the row: the amount; the number goes below it. */
  readonly end: ReactNode
  readonly endUnder?: ReactNode
  /** Three or four short facts; a line of their own on a phone, columns on a desktop. */
  readonly facts: readonly ReactNode[]
  readonly actions?: ReactNode
  readonly faded?: boolean
}

/** A fact or actions shown on a desktop only; on a phone the whole card is clickable. */
export function RowOnly({ children }: { readonly children: ReactNode }) {
  return <bdi className={style.wideOnly}>{children}</bdi>
}

/** One person with related facts: a card on a phone, a row on a desktop. */
export function PersonRow({ name, title, under, end, endUnder, facts, actions, faded = false }: PersonRowProps) {
  return (
    <li className={classNames(style.row, faded && style.faded)}>
      <Avatar name={name} tone="quiet" />
      <div className={style.who}>
        <b>
          <UserText>{title}</UserText>
        </b>
        {under !== undefined && <span className={style.soft}>{under}</span>}
      </div>
      <div className={style.end}>
        <b>{end}</b>
        {endUnder !== undefined && <span className={style.soft}>{endUnder}</span>}
      </div>
      <div className={style.facts}>
        {facts.map((fact, index) => (
          <span key={index}>{fact}</span>
        ))}
      </div>
      {actions !== undefined && <div className={style.actions}>{actions}</div>}
    </li>
  )
}
