import { FieldMessage } from '@kartis/ui/components/field.tsx'
import { SelectField } from '@kartis/ui/components/select-field.tsx'
import { LOCALES } from '@kartis/i18n/format.ts'
import { useLang } from '@kartis/ui/use-lang.ts'
import { type ReactNode, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import style from './profile.module.css'

interface BirthFieldProps {
  /** `1990-04-17`, or empty. */
  readonly value: string
  readonly onChange: (value: string) => void
  /** The latest year offered. */
  readonly year: number
  readonly error?: ReactNode
}

const OLDEST = 110
const two = (value: number): string => String(value).padStart(2, '0')
const upTo = (count: number): number[] => Array.from({ length: count }, (_, index) => index + 1)

/** Day, month and year as three selects: a birthday is known by heart, so a calendar would only slow it down. */
export function BirthField({ value, onChange, year: lastYear, error }: BirthFieldProps) {
  const { t } = useTranslation(['profile', 'components'])
  const lang = useLang()
  const id = useId()
  const [typed, setTyped] = useState(() => value.split('-'))
  const [year = '', month = '', day = ''] = value === '' ? typed : value.split('-')
  const days = new Date(Number(year || 2000), Number(month || 1), 0).getDate()
  const monthName = new Intl.DateTimeFormat(LOCALES[lang], { month: 'long', timeZone: 'UTC' })
  const set = (next: readonly [string, string, string]) => {
    const [y, m, d] = next
    const max = y !== '' && m !== '' ? new Date(Number(y), Number(m), 0).getDate() : 31
    const safe = Number(d) > max ? two(max) : d
    setTyped([y, m, safe])
    onChange(y !== '' && m !== '' && safe !== '' ? `${y}-${m}-${safe}` : '')
  }
  const wrong = error !== undefined && error !== null && error !== ''
  return (
    <fieldset className={style.birth} aria-describedby={wrong ? id : undefined}>
      <legend>
        {t('profile:me.date_birth')} <span>{t('components:optional')}</span>
      </legend>
      <div>
        <SelectField
          label={t('profile:me.day')}
          optional
          placeholder={t('profile:me.none')}
          value={day}
          options={upTo(days).map((number) => ({ value: two(number), label: String(number) }))}
          onChange={({ target }) => set([year, month, target.value])}
          autoComplete="bday-day"
        />
        <SelectField
          label={t('profile:me.month')}
          optional
          placeholder={t('profile:me.none')}
          value={month}
          options={upTo(12).map((number) => ({
            value: two(number),
            label: monthName.format(Date.UTC(2000, number - 1, 1)),
          }))}
          onChange={({ target }) => set([year, target.value, day])}
          autoComplete="bday-month"
        />
        <SelectField
          label={t('profile:me.year')}
          optional
          placeholder={t('profile:me.none')}
          value={year}
          options={upTo(OLDEST).map((number) => ({
            value: String(lastYear + 1 - number),
            label: String(lastYear + 1 - number),
          }))}
          onChange={({ target }) => set([target.value, month, day])}
          autoComplete="bday-year"
        />
      </div>
      {wrong && <FieldMessage id={id} error={error} />}
    </fieldset>
  )
}
