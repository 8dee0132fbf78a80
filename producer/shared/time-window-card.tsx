import { Card } from '@kartis/ui/components/card.tsx'
import { Soft, Stack } from '@kartis/ui/components/layout.tsx'
import { TimeField, type TimeFieldProps } from '@kartis/ui/components/time-field.tsx'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { DayField } from './day-field.tsx'
import style from './time-window-card.module.css'
import type { WindowValues } from './time-window.ts'

/** The part of a form that holds the time window. */
interface WindowForm {
  readonly values: WindowValues
  readonly errors: Readonly<Record<string, ReactNode>>
  setValues(values: Partial<WindowValues>): void
  clearFieldError(field: 'until_day'): void
  getInputProps(field: 'from_time' | 'until_time'): Pick<TimeFieldProps, 'onChange' | 'error'>
}

interface TimeWindowCardProps {
  readonly form: WindowForm
  /** Default time when a start day is chosen. */
  readonly opensAt: string
  readonly title: string
  readonly text: string
  /** Message namespace of the field labels. */
  readonly texts: 'tickets' | 'coupons'
}

/** Fields of an optional time window; a time is only shown with a day. */
export function TimeWindowCard({ form, opensAt, title, text, texts }: TimeWindowCardProps) {
  const { t } = useTranslation(texts)
  const { from_day: fromDay, from_time: fromTime, until_day: untilDay, until_time: untilTime } = form.values
  return (
    <Card title={title}>
      <Stack gap="wide">
        <Soft small>{text}</Soft>
        <div className={style.moment}>
          <div className={style.day}>
            <DayField
              label={t('edit.from_day')}
              placeholder={t('edit.from_now')}
              clearText={t('edit.clear')}
              value={fromDay}
              error={form.errors['from_day']}
              onChange={(day) => form.setValues({ from_day: day, from_time: day === null ? '' : fromTime || opensAt })}
            />
          </div>
          {fromDay !== null && (
            <div className={style.hour}>
              <TimeField label={t('edit.from_time')} {...form.getInputProps('from_time')} value={fromTime} />
            </div>
          )}
        </div>
        <div className={style.moment}>
          <div className={style.day}>
            <DayField
              label={t('edit.until_day')}
              placeholder={t('edit.until_end')}
              clearText={t('edit.clear')}
              value={untilDay}
              min={fromDay ?? undefined}
              error={form.errors['until_day']}
              onChange={(day) => {
                form.setValues({ until_day: day, until_time: day === null ? '' : untilTime || '23:59' })
                form.clearFieldError('until_day')
              }}
            />
          </div>
          {untilDay !== null && (
            <div className={style.hour}>
              <TimeField label={t('edit.until_time')} {...form.getInputProps('until_time')} value={untilTime} />
            </div>
          )}
        </div>
      </Stack>
    </Card>
  )
}
