import { IconAlertTriangle, IconCheck, IconInfoCircle } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { classNames } from '../class-names.ts'
import { Button } from './button.tsx'
import style from './states.module.css'

export interface ErrorStateProps {
  /** Default: a general sentence. */
  readonly title?: ReactNode
  readonly text?: ReactNode
  /** The error code, so that people can quote it to support. */
  readonly code?: string
  readonly onRetry?: () => void
  readonly retrying?: boolean
  /** An alternative to retrying: a link home. */
  readonly action?: ReactNode
  /** The state is the whole page: its title is the page's h1. */
  readonly isWholePage?: boolean
}

/** Content that failed to load. Give it onRetry or an action, so that it is never a dead end. */
export function ErrorState({
  title,
  text,
  code,
  onRetry,
  retrying = false,
  action,
  isWholePage = false,
}: ErrorStateProps) {
  const Heading = isWholePage ? 'h1' : 'h2'
  const { t } = useTranslation('components')
  return (
    <section className={classNames(style.state, style.error)} role="alert">
      <Seal state="bad" />
      <Heading>{title ?? t('error.title')}</Heading>
      <p>{text ?? t('error.text')}</p>
      {code !== undefined && (
        <p className={style.code}>
          {t('error.code')} <bdi>{code}</bdi>
        </p>
      )}
      {onRetry && (
        <Button look="line" onClick={onRetry} busy={retrying} busyText={t('error.retrying')}>
          {t('error.retry')}
        </Button>
      )}
      {action}
    </section>
  )
}

const SEALS = { bad: IconAlertTriangle, good: IconCheck, info: IconInfoCircle }

/** The round icon above a result's heading. */
export function Seal({ state }: { readonly state: keyof typeof SEALS }) {
  const Icon = SEALS[state]
  return (
    <span className={style.seal} data-state={state} aria-hidden>
      <Icon size={36} stroke={1.75} />
    </span>
  )
}

/** The end of a flow: icon, heading, sentence and next action. */
export function ResultState({
  state,
  title,
  text,
  action,
}: {
  readonly state: keyof typeof SEALS
  readonly title: ReactNode
  readonly text?: ReactNode
  readonly action?: ReactNode
}) {
  return (
    <section className={classNames(style.state, style.error)} role="status">
      <Seal state={state} />
      <h2>{title}</h2>
      {text !== undefined && <p>{text}</p>}
      {action ? <div className={style.actions}>{action}</div> : null}
    </section>
  )
}
