import type { ReactNode } from 'react'
import { classNames } from '../class-names.ts'
import style from './states.module.css'

export interface EmptyStateProps {
  readonly title: ReactNode
  /** One sentence: what will appear here, and how to get there. */
  readonly text?: ReactNode
  /** One action; a second, quieter one goes into the same fragment. */
  readonly action?: ReactNode
  /** The state is the whole page: its title is the page's h1. */
  readonly isWholePage?: boolean
}

/** Shown in place of an empty list. */
export function EmptyState({ title, text, action, isWholePage = false }: EmptyStateProps) {
  const Heading = isWholePage ? 'h1' : 'h2'
  return (
    <section className={classNames(style.state, style.empty)}>
      <TicketInSpotlight />
      <Heading>{title}</Heading>
      {text !== undefined && <p>{text}</p>}
      {action ? <div className={style.actions}>{action}</div> : null}
    </section>
  )
}

export function TicketInSpotlight() {
  return (
    <svg className={style.scene} viewBox="0 0 260 150" fill="none" aria-hidden>
      <ellipse cx="130" cy="134" rx="96" ry="10" fill="var(--sunken)" />
      <path d="M118 0h24l58 132H60z" fill="var(--accent-soft)" />
      <g transform="rotate(-8 130 86)">
        <path
          d="M66 62a10 10 0 0 1 10-10h108a10 10 0 0 1 10 10v12a13 13 0 0 0 0 25v12a10 10 0 0 1-10 10H76a10 10 0 0 1-10-10V99a13 13 0 0 0 0-25z"
          fill="var(--accent)"
        />
        <path d="M102 60v54" stroke="var(--on-accent)" strokeWidth="3" strokeLinecap="round" strokeDasharray=".1 9" />
        <path d="M148 68l6 12 13 2-10 9 3 13-12-6-12 6 3-13-10-9 13-2z" fill="var(--on-accent)" />
      </g>
    </svg>
  )
}
