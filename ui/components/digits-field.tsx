import { digitsOf } from '@kartis/domain/phone.ts'
import { type ChangeEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { TextField, type TextFieldProps } from './text-field.tsx'

export interface DigitsFieldProps extends Omit<TextFieldProps, 'value' | 'onChange' | 'maxLength'> {
  readonly value: string
  readonly max: number
  /** Takes the digits out of a text; default: those of any spelling. */
  readonly read?: (text: string) => string
  readonly onChange: (digits: string) => void
}

/**
 * A number of at most `max` digits, in any spelling: hyphens and spaces are no part of it. What does not fit is not taken,
 * and the field says so.
 */
export function DigitsField({ value, max, read = digitsOf, onChange, error, ...field }: DigitsFieldProps) {
  const { t } = useTranslation('components')
  const [isCut, setIsCut] = useState(false)
  const type = ({ target }: ChangeEvent<HTMLInputElement>) => {
    const digits = read(target.value)
    setIsCut(digits.length > max)
    onChange(digits.slice(0, max))
  }
  return (
    <TextField
      inputMode="numeric"
      autoComplete="off"
      dir="ltr"
      {...field}
      error={isCut ? t('digits.cut', { count: max }) : error}
      value={value}
      onChange={type}
    />
  )
}
