import { IconAlertTriangle, IconCircleCheck, IconInfoCircle } from '@tabler/icons-react'
import type { ComponentProps, ReactNode } from 'react'
import { classNames } from '../class-names.ts'
import style from './card.module.css'

export interface CardProps extends Omit<ComponentProps<'section'>, 'title'> {
  readonly title?: ReactNode
  /** A button, link or chip at the end of the title's line. */
  readonly action?: ReactNode
}

/** A plain card with 20 px padding, for everything that is not a ticket. */
export function Card({ title, action, children, className, ...rest }: CardProps) {
  return (
    <section {...rest} className={classNames(style.card, className)}>
      {(title !== undefined || action !== undefined) && (
        <div className={style.head}>
          {title !== undefined && <h2>{title}</h2>}
          {action}
        </div>
      )}
      {children}
    </section>
  )
}

const NOTE_ICONS = { info: IconInfoCircle, warn: IconAlertTriangle, bad: IconAlertTriangle, good: IconCircleCheck }

/** A remark on a tinted background. `bad` and `warn` have role `alert`. */
export function Note({
  state = 'info',
  children,
}: {
  readonly state?: 'info' | 'warn' | 'bad' | 'good'
  readonly children: ReactNode
}) {
  const Icon = NOTE_ICONS[state]
  return (
    <div className={style.note} data-state={state} role={state === 'bad' || state === 'warn' ? 'alert' : undefined}>
      <Icon size={20} stroke={1.75} aria-hidden />
      <div>{children}</div>
    </div>
  )
}
