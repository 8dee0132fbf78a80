import { dayLongText } from '@kartis/i18n/format.ts'
import { Button } from '@kartis/ui/components/button.tsx'
import { Dialog } from '@kartis/ui/components/dialog.tsx'
import { Field, type FieldTexts } from '@kartis/ui/components/field.tsx'
import { useLang } from '@kartis/ui/use-lang.ts'
import { IconCalendarEvent } from '@tabler/icons-react'
import { useState } from 'react'
import style from './day-field.module.css'
import { LazyMonth } from './lazy-month.tsx'

export interface DayFieldProps extends FieldTexts {
  /** Of the dialog with the month; the label by default. */
  readonly title?: string
  /** `2026-12-17`, or null. */
  readonly value: string | null
  readonly onChange: (day: string | null) => void
  /** Text while no day is chosen. */
  readonly placeholder: string
  /** Label of the button that clears the day; without it the day cannot be cleared. */
  readonly clearText?: string
  readonly min?: string
  readonly max?: string
}

/** A date field: a press opens the month, a choice closes it. */
export function DayField({ label, title, value, onChange, placeholder, clearText, min, max, ...texts }: DayFieldProps) {
  const lang = useLang()
  const [open, setOpen] = useState(false)
  const choose = (day: string | null) => {
    onChange(day)
    setOpen(false)
  }
  return (
    <>
      <Field label={label} {...texts}>
        {({ id, describedBy, invalid }) => (
          <button
            type="button"
            id={id}
            className={style.field}
            data-empty={value === null || undefined}
            data-error={invalid || undefined}
            aria-describedby={describedBy}
            aria-haspopup="dialog"
            onClick={() => setOpen(true)}
          >
            <IconCalendarEvent size={20} stroke={1.75} aria-hidden />
            <span>{value === null ? placeholder : dayLongText(`${value}T12:00:00Z`, lang, 'UTC')}</span>
          </button>
        )}
      </Field>
      <Dialog
        open={open}
        onClose={() => setOpen(false)}
        title={title ?? label}
        actions={
          clearText !== undefined &&
          value !== null && (
            <Button look="line" onClick={() => choose(null)}>
              {clearText}
            </Button>
          )
        }
      >
        <LazyMonth value={value} onChange={choose} min={min} max={max} />
      </Dialog>
    </>
  )
}
