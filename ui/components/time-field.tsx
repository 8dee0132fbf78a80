import { IconClock } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { readClock, typeClock } from './clock-time.ts'
import type { FieldTexts } from './field.tsx'
import { TextField } from './text-field.tsx'

export interface TimeFieldProps extends FieldTexts {
  /** `HH:MM`, or empty. */
  readonly value: string
  /** Called with a time, or with an empty text while there is none: what is no time stays in the field and is reported. */
  readonly onChange: (time: string) => void
  readonly onBlur?: () => void
}

/** A 24-hour time on every device and in every language, with the numeric keyboard on a phone. */
export function TimeField({ value, onChange, onBlur, error, ...texts }: TimeFieldProps) {
  const { t } = useTranslation('components')
  const [typed, setTyped] = useState<string>()
  const [isWrong, setIsWrong] = useState(false)
  const type = (text: string) => {
    const next = typeClock(text, typed ?? value)
    setTyped(next)
    setIsWrong(false)
    if (next.length === 5 || next === '') onChange(readClock(next) ?? '')
  }
  const leave = () => {
    const read = typed === undefined ? value : readClock(typed)
    const wrong = read === undefined && typed !== ''
    if (typed !== undefined) onChange(read ?? '')
    if (!wrong) setTyped(undefined)
    setIsWrong(wrong)
    onBlur?.()
  }
  return (
    <TextField
      {...texts}
      error={isWrong ? t('time.wrong') : error}
      icon={<IconClock size={20} stroke={1.75} aria-hidden />}
      dir="ltr"
      inputMode="numeric"
      autoComplete="off"
      placeholder="00:00"
      value={typed ?? value}
      onFocus={(event) => event.currentTarget.select()}
      onChange={(event) => type(event.target.value)}
      onBlur={leave}
    />
  )
}
