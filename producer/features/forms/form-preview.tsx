import { FORM } from '@kartis/domain/limits.ts'
import { Card } from '@kartis/ui/components/card.tsx'
import { buttonClass } from '@kartis/ui/components/button.tsx'
import { Field, type FieldTexts } from '@kartis/ui/components/field.tsx'
import { ChoicePills, ManyPills } from '@kartis/ui/components/choice-pills.tsx'
import { Soft, Stack } from '@kartis/ui/components/layout.tsx'
import { SelectField } from '@kartis/ui/components/select-field.tsx'
import { CheckRow } from '@kartis/ui/components/switch-row.tsx'
import { TextField } from '@kartis/ui/components/text-field.tsx'
import { UserText } from '@kartis/ui/components/user-text.tsx'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { DayField } from '../../shared/day-field.tsx'
import type { FieldValues, FormValues } from './form-values.ts'
import style from './form-edit.module.css'

/** The questions as buyers see them; answers are not sent. */
export function FormPreview({ form }: { readonly form: FormValues }) {
  const { t } = useTranslation('forms')
  return (
    <Card title={t('edit.preview')}>
      {form.fields.length === 0 ? (
        <Soft>{t('edit.preview_empty')}</Soft>
      ) : (
        <Stack gap="wide">
          {form.fields.map((field) => (
            <Question key={`${field.key}-${field.type}`} field={field} />
          ))}
        </Stack>
      )}
    </Card>
  )
}

const INPUTS = {
  text: { inputMode: 'text' },
  phone: { inputMode: 'tel', dir: 'ltr' },
  email: { inputMode: 'email', dir: 'ltr' },
  number: { inputMode: 'decimal', dir: 'ltr' },
} as const

function Question({ field }: { readonly field: FieldValues }) {
  const { t } = useTranslation('forms')
  const name = field.name.trim() || t('field.untitled')
  const hint = field.description.trim()
  const texts = {
    label: <UserText>{name}</UserText>,
    hint: hint ? <UserText>{hint}</UserText> : undefined,
    optional: !field.required,
  }
  const [text, setText] = useState('')
  const [ticked, setTicked] = useState<string[]>([])
  const options = [...new Set(field.options.map((option) => option.trim()).filter(Boolean))]
  switch (field.type) {
    case 'select':
      return options.length <= FORM.maxButtons ? (
        <ChoicePills
          label={texts.label}
          hint={texts.hint}
          choices={options.map((option) => ({ value: option, label: <UserText>{option}</UserText> }))}
          value={options.includes(text) ? text : undefined}
          onChange={setText}
        />
      ) : (
        <SelectField
          {...texts}
          placeholder={t('field.choose')}
          options={options.map((option) => ({ value: option, label: option }))}
          value={options.includes(text) ? text : ''}
          onChange={(event) => setText(event.target.value)}
        />
      )
    case 'checkbox':
      return (
        <CheckRow
          label={texts.label}
          hint={texts.hint}
          checked={ticked.length > 0}
          onChange={(on) => setTicked(on ? ['on'] : [])}
        />
      )
    case 'checkboxes':
      return (
        <ManyPills
          label={texts.label}
          hint={texts.hint}
          choices={options.map((option) => ({ value: option, label: <UserText>{option}</UserText> }))}
          value={ticked.filter((option) => options.includes(option))}
          onChange={setTicked}
        />
      )
    case 'range':
      return <Scale field={field} texts={texts} value={text} onChange={setText} />
    case 'date':
      return (
        <DayField
          {...texts}
          title={name}
          placeholder={t('field.choose')}
          value={text === '' ? null : text}
          onChange={(day) => setText(day ?? '')}
        />
      )
    case 'file':
      return (
        <Field {...texts}>
          {({ id, describedBy }) => (
            <span id={id} aria-describedby={describedBy} className={buttonClass({ look: 'line' })}>
              {t('field.file')}
            </span>
          )}
        </Field>
      )
    default:
      return (
        <TextField
          {...texts}
          {...INPUTS[field.type]}
          autoComplete="off"
          value={text}
          onChange={(event) => setText(event.target.value)}
        />
      )
  }
}

interface ScaleProps {
  readonly field: FieldValues
  readonly texts: FieldTexts
  readonly value: string
  readonly onChange: (value: string) => void
}

function Scale({ field, texts, value, onChange }: ScaleProps) {
  const min = Number(field.min) || 0
  const max = Math.max(min + 1, Number(field.max) || 0)
  const shown = value === '' ? Math.round((min + max) / 2) : Math.min(max, Math.max(min, Number(value)))
  return (
    <Field {...texts}>
      {({ id, describedBy }) => (
        <div className={style.scale}>
          <span>{min}</span>
          <input
            id={id}
            aria-describedby={describedBy}
            type="range"
            min={min}
            max={max}
            value={shown}
            onChange={(event) => onChange(event.target.value)}
          />
          <span>{max}</span>
          <output htmlFor={id}>{shown}</output>
        </div>
      )}
    </Field>
  )
}
