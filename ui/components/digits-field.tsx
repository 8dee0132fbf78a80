import { digitsOf } from '@kartis/domain/phone.ts'
import { type ChangeEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { TextField, type TextFieldProps } from './text-field.tsx'

export interface DigitsFieldProps extends Omit<TextFieldProps, 'value' | 'onChange' | 'maxLength'> {
  readonly value: string
  readonly max: number
  /** Takes no more than `max`, and says that the rest was left out: of fields whose length the specification fixes. */
  readonly stopsAtMax?: boolean
  /** Takes the digits out of a text; default: those of any spelling. */
  readonly read?: (text: string) => string
  readonly onChange: (digits: string) => void
}

/**
 * A number of at most `max` digits, in any spelling: hyphens and spaces are no part of it. Digits that are too many stay, and
 * the field says so: a number that is cut would be another one. The form refuses them.
 */
export function DigitsField(props: DigitsFieldProps) {
  const { value, max, stopsAtMax = false, read = digitsOf, onChange, error, ...field } = props
  const { t } = useTranslation('components')
  const [isCut, setIsCut] = useState(false)
  const type = ({ target }: ChangeEvent<HTMLInputElement>) => {
    const digits = read(target.value)
    setIsCut(stopsAtMax && digits.length > max)
    onChange(stopsAtMax ? digits.slice(0, max) : digits)
  }
  const tooLong = read(value).length > max && t('digits.too_many', { count: max })
  return (
    <TextField
      inputMode="numeric"
      autoComplete="off"
      dir="ltr"
      {...field}
      error={isCut ? t('digits.cut', { count: max }) : tooLong || error}
      value={value}
      onChange={type}
    />
  )
}
