import { withLatinDigits } from '@kartis/domain/phone.ts'
import { TextField, type TextFieldProps } from '@kartis/ui/components/text-field.tsx'
import type { ChangeEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { readCount } from './typed-numbers.ts'

const MAX_CHARS = 12

/** Takes digits of any script; of all else only the signs that would change the number if they were dropped. */
const typable = (text: string): string => withLatinDigits(text).replaceAll(/[^\d.,-]/gu, '')

interface CountFieldProps extends Omit<TextFieldProps, 'value' | 'onChange' | 'maxLength'> {
  readonly value: string
  readonly onChange: (text: string) => void
}

/**
 * A quantity. A sign or a point stays as it was typed: a field that dropped it would read 1.5 as 15 and -3 as 3, so it says
 * instead that a whole number is needed. `readCount` reads its text.
 */
export function CountField({ value, onChange, error, ...field }: CountFieldProps) {
  const { t } = useTranslation('validation')
  const count = readCount(value)
  const wrong = value.trim() !== '' && !(count >= 0) && t(count < 0 ? 'negative' : 'not_an_integer')
  return (
    <TextField
      inputMode="numeric"
      autoComplete="off"
      dir="ltr"
      maxLength={MAX_CHARS}
      {...field}
      error={wrong || error}
      value={value}
      onChange={({ target }: ChangeEvent<HTMLInputElement>) => onChange(typable(target.value))}
    />
  )
}
