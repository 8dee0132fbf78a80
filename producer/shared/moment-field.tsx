import type { FieldTexts } from '@kartis/ui/components/field.tsx'
import { TimeField } from '@kartis/ui/components/time-field.tsx'
import { useTranslation } from 'react-i18next'
import { DayField } from './day-field.tsx'
import { lacksTime } from './local-moment.ts'
import style from './moment-field.module.css'

interface MomentFieldProps extends Pick<FieldTexts, 'label' | 'error'> {
  readonly timeLabel: string
  /** `2026-12-17T21:00`; empty without a day, `2026-12-17T` while the time is missing. */
  readonly value: string
  /** The time of a day that is chosen first. */
  readonly usualTime: string
  /** Text while no day is chosen. */
  readonly placeholder: string
  /** Label of the button that clears the day; without it the day cannot be cleared. */
  readonly clearText?: string
  /** As `value`; days outside cannot be chosen. */
  readonly min?: string
  readonly max?: string
  readonly onChange: (value: string) => void
}

/** A day and a time in the product's own fields; the time appears with the day. */
export function MomentField(props: MomentFieldProps) {
  const { label, timeLabel, value, usualTime, placeholder, clearText, min, max, error, onChange } = props
  const { t } = useTranslation('components')
  const [day = '', time = ''] = value.split('T')
  return (
    <div className={style.moment}>
      <DayField
        label={label}
        placeholder={placeholder}
        {...(clearText !== undefined && { clearText })}
        value={day === '' ? null : day}
        {...(min !== undefined && { min: min.slice(0, 10) })}
        {...(max !== undefined && { max: max.slice(0, 10) })}
        error={error}
        onChange={(next) => onChange(next === null ? '' : `${next}T${day === '' ? usualTime : time}`)}
      />
      {day !== '' && (
        <TimeField
          label={timeLabel}
          value={time}
          error={lacksTime(value) && t('time.wrong')}
          onChange={(next) => onChange(`${day}T${next}`)}
        />
      )}
    </div>
  )
}
