import { IconAlertCircle } from '@tabler/icons-react'
import { type ReactNode, useId } from 'react'
import { useTranslation } from 'react-i18next'
import style from './field.module.css'

export interface FieldTexts {
  readonly label: ReactNode
  readonly hint?: ReactNode
  /** Replaces the hint and shows an icon. */
  readonly error?: ReactNode
  /** Marks the field as optional beside the label; all other fields are required. */
  readonly optional?: boolean
}

export interface FieldIds {
  readonly id: string
  readonly describedBy: string | undefined
  readonly invalid: boolean
}

/** A label above a control and a hint or error below it. The control receives its ids. */
export function Field({
  label,
  hint,
  error,
  optional = false,
  children,
}: FieldTexts & { readonly children: (ids: FieldIds) => ReactNode }) {
  const id = useId()
  const { t } = useTranslation('components')
  const wrong = error !== undefined && error !== null && error !== false && error !== ''
  const hasMessage = wrong || (hint !== undefined && hint !== null)
  return (
    <div className={style.field}>
      <label className={style.label} htmlFor={id}>
        {label}
        {optional && <span className={style.optional}> {t('optional')}</span>}
      </label>
      {children({ id, describedBy: hasMessage ? `${id}-message` : undefined, invalid: wrong })}
      {hasMessage && <FieldMessage id={`${id}-message`} hint={hint} error={wrong ? error : undefined} />}
    </div>
  )
}

/** The hint or error under a field or a group of fields. */
export function FieldMessage({
  id,
  hint,
  error,
}: {
  readonly id: string
  readonly hint?: ReactNode
  readonly error?: ReactNode
}) {
  if (error === undefined) {
    return (
      <p id={id} className={style.hint}>
        {hint}
      </p>
    )
  }
  return (
    <p id={id} className={style.error} role="alert">
      <IconAlertCircle size={16} stroke={1.75} aria-hidden />
      <span>{error}</span>
    </p>
  )
}
