import { IconAlertTriangle, IconCheck, IconInfoCircle } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { classNames } from '../class-names.ts'
import { Button } from './button.tsx'
import style from './states.module.css'

export interface ErrorStateProps {
  /** Left out: a general sentence. */
  readonly title?: ReactNode
  readonly text?: ReactNode
  /** The catalogue's code, so that support can be told. */
  readonly code?: string
  readonly onRetry?: () => void
  readonly retrying?: boolean
  /** Another way on: a link home. */
  readonly action?: ReactNode
  /** It is the whole page: its title is the page's heading. */
  readonly alone?: boolean
}

/** Something that should be here could not be fetched. Never a dead end: give it onRetry or an action. */
export function ErrorState({ title, text, code, onRetry, retrying = false, action, alone = false }: ErrorStateProps) {
  const Heading = alone ? 'h1' : 'h2'
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

/** The round seal above a result's heading. */
export function Seal({ state }: { readonly state: keyof typeof SEALS }) {
  const Icon = SEALS[state]
  return (
    <span className={style.seal} data-state={state} aria-hidden>
      <Icon size={36} stroke={1.75} />
    </span>
  )
}

/** One seal, one heading, one sentence, one way on: the end of a flow. */
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
