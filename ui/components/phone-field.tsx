import { IconChevronDown } from '@tabler/icons-react'
import { type ChangeEvent, useEffect, useLayoutEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { COUNTRIES, digitsOf, readTypedPhone, type TypedPhone } from '@kartis/domain/phone.ts'
import { LOCALES } from '@kartis/i18n/format.ts'
import { directionOf } from '@kartis/i18n/lang.ts'
import { classNames } from '../class-names.ts'
import { useLang } from '../use-lang.ts'
import { CountryFlag } from './country-flag.tsx'
import { Field, type FieldTexts } from './field.tsx'
import fieldStyle from './field.module.css'
import { caretAfter, groupPhone } from './phone-digits.ts'
import style from './phone-field.module.css'

export type PhoneValue = TypedPhone

export const EMPTY_PHONE: PhoneValue = { country: '972', number: '' }

export interface PhoneFieldProps extends FieldTexts {
  readonly value: PhoneValue
  readonly onChange: (value: PhoneValue) => void
  /** Focuses the field on devices with a keyboard; a phone's on-screen keyboard does not open by itself. */
  readonly ready?: boolean
  readonly disabled?: boolean
  readonly name?: string
}

/**
 * Country picker and number, both left to right in every language. Any spelling is understood and no digit is dropped; a
 * number with a country code selects its country.
 */
export function PhoneField({ value, onChange, ready = false, disabled, name = 'phone', ...texts }: PhoneFieldProps) {
  const { t } = useTranslation('components')
  const input = useRef<HTMLInputElement>(null)
  const digitsBeforeCaret = useRef<number>(undefined)
  const grouped = groupPhone(value.country, value.number)

  useEffect(() => {
    if (ready && matchMedia('(hover: hover)').matches) input.current?.focus()
  }, [ready])

  useLayoutEffect(() => {
    const before = digitsBeforeCaret.current
    digitsBeforeCaret.current = undefined
    if (before === undefined || document.activeElement !== input.current) return
    const caret = caretAfter(grouped, before)
    input.current?.setSelectionRange(caret, caret)
  }, [grouped])

  const type = (event: ChangeEvent<HTMLInputElement>) => {
    const text = event.target.value
    const read = readTypedPhone(value.country, text)
    if (read.number === digitsOf(text))
      digitsBeforeCaret.current = digitsOf(text.slice(0, event.target.selectionStart ?? text.length)).length
    onChange(read)
  }

  return (
    <Field {...texts}>
      {({ id, describedBy, invalid }) => (
        <div className={style.row} dir="ltr">
          <CountryPicker
            value={value.country}
            onChange={(country) => onChange({ ...value, country })}
            label={t('phone.country')}
            disabled={disabled}
          />
          <div className={classNames(fieldStyle.input, style.number)} data-error={invalid || undefined}>
            <input
              ref={input}
              id={id}
              name={name}
              type="tel"
              inputMode="tel"
              autoComplete="tel-national"
              dir="ltr"
              value={grouped}
              onChange={type}
              disabled={disabled}
              aria-describedby={describedBy}
              aria-invalid={invalid || undefined}
              aria-required
            />
          </div>
        </div>
      )}
    </Field>
  )
}

interface CountryPickerProps {
  readonly value: string
  readonly onChange: (dial: string) => void
  readonly label: string
  readonly disabled?: boolean
}

function CountryPicker({ value, onChange, label, disabled }: CountryPickerProps) {
  const lang = useLang()
  const names = new Intl.DisplayNames(LOCALES[lang], { type: 'region' })
  return (
    <div className={classNames(fieldStyle.input, fieldStyle.select, style.country)}>
      <span className={style.shown} aria-hidden>
        <IconChevronDown size={20} stroke={1.75} />
        <span>+{value}</span>
        <CountryFlag dial={value} />
      </span>
      <select
        dir={directionOf(lang)}
        aria-label={label}
        value={value}
        onChange={(event) => onChange(event.target.value)}
        disabled={disabled}
        name="phone_country_code"
        autoComplete="tel-country-code"
      >
        {COUNTRIES.map(({ code, iso }) => (
          <option key={code} value={code}>
            {`${names.of(iso) ?? iso} \u200e+${code}`}
          </option>
        ))}
      </select>
    </div>
  )
}
