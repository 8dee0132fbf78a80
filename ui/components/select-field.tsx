import { IconChevronDown } from '@tabler/icons-react'
import type { ComponentProps } from 'react'
import { classNames } from '../class-names.ts'
import { Field, type FieldTexts } from './field.tsx'
import style from './field.module.css'

export interface SelectFieldProps extends FieldTexts, Omit<ComponentProps<'select'>, 'children'> {
  readonly options: readonly { readonly value: string; readonly label: string }[]
  /** Shown while nothing is chosen; cannot be chosen again unless the field is optional or a filter. */
  readonly placeholder: string
  /** A filter: the placeholder stands for everything and can be chosen again. */
  readonly filter?: boolean
}

/** A native select: the wheel on a phone, type-ahead on a keyboard. */
export function SelectField({
  label,
  hint,
  error,
  optional,
  options,
  placeholder,
  filter = false,
  value,
  ...select
}: SelectFieldProps) {
  return (
    <Field label={label} hint={hint} error={error} optional={optional}>
      {({ id, describedBy, invalid }) => (
        <div className={classNames(style.input, style.select)} data-error={invalid || undefined}>
          <select
            {...select}
            id={id}
            value={value ?? ''}
            data-empty={value === '' || value === undefined || undefined}
            aria-describedby={describedBy}
            aria-invalid={invalid || undefined}
          >
            <option value="" disabled={optional !== true && !filter}>
              {placeholder}
            </option>
            {options.map((option) => (
              <option key={option.value} value={option.value}>
                {option.label}
              </option>
            ))}
          </select>
          <IconChevronDown size={20} stroke={1.75} aria-hidden />
        </div>
      )}
    </Field>
  )
}
