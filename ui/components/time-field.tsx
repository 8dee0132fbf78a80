import { IconClock } from '@tabler/icons-react'
import { useState } from 'react'
import { readClock, typeClock } from './clock-time.ts'
import type { FieldTexts } from './field.tsx'
import { TextField } from './text-field.tsx'

export interface TimeFieldProps extends FieldTexts {
  /** `HH:MM`, or empty. */
  readonly value: string
  /** Called with a complete time or an empty text; an incomplete one stays in the field. */
  readonly onChange: (time: string) => void
  readonly onBlur?: () => void
}

/** A 24-hour time on every device and in every language, with the numeric keyboard on a phone. */
export function TimeField({ value, onChange, onBlur, ...texts }: TimeFieldProps) {
  const [typed, setTyped] = useState<string>()
  const type = (text: string) => {
    const next = typeClock(text, typed ?? value)
    setTyped(next)
    if (next.length === 5 || next === '') onChange(readClock(next) ?? '')
  }
  const leave = () => {
    if (typed !== undefined) onChange(readClock(typed) ?? '')
    setTyped(undefined)
    onBlur?.()
  }
  return (
    <TextField
      {...texts}
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
