import { FieldMessage } from '@kartis/ui/components/field.tsx'
import { SelectField } from '@kartis/ui/components/select-field.tsx'
import { LOCALES } from '@kartis/i18n/format.ts'
import { useLang } from '@kartis/ui/use-lang.ts'
import { type ReactNode, useId } from 'react'
import { useTranslation } from 'react-i18next'
import { birthReason } from './birth-date.ts'
import style from './profile.module.css'

interface BirthFieldProps {
  /** `1990-04-17`, or empty; a part that is not chosen is empty: `1990--17`. */
  readonly value: string
  readonly onChange: (value: string) => void
  /** The latest year offered. */
  readonly latestYear: number
  readonly error?: ReactNode
}

/** Number of years offered: nobody alive is older. */
const YEARS_OFFERED = 110
const twoDigits = (value: number): string => String(value).padStart(2, '0')
const upTo = (count: number): number[] => Array.from({ length: count }, (_, index) => index + 1)

/** A date of birth as three selects for day, month and year: people know it by heart, and a calendar would be slower. */
export function BirthField({ value, onChange, latestYear, error }: BirthFieldProps) {
  const { t } = useTranslation(['profile', 'components'])
  const lang = useLang()
  const id = useId()
  const [year = '', month = '', day = ''] = value.split('-')
  const monthName = new Intl.DateTimeFormat(LOCALES[lang], { month: 'long', timeZone: 'UTC' })
  const set = (parts: readonly [string, string, string]) =>
    onChange(parts.every((part) => part === '') ? '' : parts.join('-'))
  // said at once: all days can be chosen in every month, so that none changes with it
  const shown = birthReason(value) === 'no_such_day' ? t('profile:me.no_such_day') : error
  const wrong = shown !== undefined && shown !== null && shown !== ''
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
          options={upTo(31).map((number) => ({ value: twoDigits(number), label: String(number) }))}
          onChange={({ target }) => set([year, month, target.value])}
          autoComplete="bday-day"
        />
        <SelectField
          label={t('profile:me.month')}
          optional
          placeholder={t('profile:me.none')}
          value={month}
          options={upTo(12).map((number) => ({
            value: twoDigits(number),
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
          options={upTo(YEARS_OFFERED).map((number) => ({
            value: String(latestYear + 1 - number),
            label: String(latestYear + 1 - number),
          }))}
          onChange={({ target }) => set([target.value, month, day])}
          autoComplete="bday-year"
        />
      </div>
      {wrong && <FieldMessage id={id} error={shown} />}
    </fieldset>
  )
}
