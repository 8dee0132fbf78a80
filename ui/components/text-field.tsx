import type { ComponentProps, ReactNode } from 'react'
import { Field, type FieldTexts } from './field.tsx'
import style from './field.module.css'

export interface TextFieldProps extends FieldTexts, Omit<ComponentProps<'input'>, 'children'> {
  /** An icon at the start. */
  readonly icon?: ReactNode
  /** A unit at the end: `₪`, `%`. */
  readonly unit?: ReactNode
}

/** One line of text. Spread a form's `getInputProps('name')` on it. E-mail, numbers and codes take `dir="ltr"`. */
export function TextField({ label, hint, error, optional, icon, unit, ...input }: TextFieldProps) {
  return (
    <Field label={label} hint={hint} error={error} optional={optional}>
      {({ id, describedBy, invalid }) => (
        <div className={style.input} data-error={invalid || undefined}>
          {icon}
          <input
            type="text"
            {...input}
            id={id}
            aria-describedby={describedBy}
            aria-invalid={invalid || undefined}
            aria-required={optional === true ? undefined : true}
          />
          {unit}
        </div>
      )}
    </Field>
  )
}

/** Several lines; grows with its text. */
export function TextArea({ label, hint, error, optional, ...input }: FieldTexts & ComponentProps<'textarea'>) {
  return (
    <Field label={label} hint={hint} error={error} optional={optional}>
      {({ id, describedBy, invalid }) => (
        <div className={style.input} data-error={invalid || undefined}>
          <textarea
            rows={3}
            {...input}
            id={id}
            aria-describedby={describedBy}
            aria-invalid={invalid || undefined}
            aria-required={optional === true ? undefined : true}
          />
        </div>
      )}
    </Field>
  )
}
