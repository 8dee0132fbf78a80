import { dayLongText, weekdayShortText, weekdayText } from '@kartis/i18n/format.ts'
import { dayIn, ISRAEL_ZONE } from '@kartis/domain/zone.ts'
import { Card, Note } from '@kartis/ui/components/card.tsx'
import { ChoicePills } from '@kartis/ui/components/choice-pills.tsx'
import { FieldMessage } from '@kartis/ui/components/field.tsx'
import { Pair, Soft, Stack } from '@kartis/ui/components/layout.tsx'
import { SwitchRow } from '@kartis/ui/components/switch-row.tsx'
import { TimeField } from '@kartis/ui/components/time-field.tsx'
import { useLang } from '@kartis/ui/use-lang.ts'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { LazyMonth } from '../../shared/lazy-month.tsx'
import {
  endAfter,
  endDayOf,
  type EventTimes,
  isLongOvernight,
  lengthText,
  minutesLong,
  nightOf,
  withStart,
} from './event-times.ts'
import type { StepView } from './step-form.ts'
import { WizardStep } from './wizard-step.tsx'

/** Step 3: day, times and doors. */
export function TimeScreen() {
  const { t } = useTranslation('wizard')
  return <WizardStep step="time" Fields={TimeFields} beside={<Note>{t('time.reminder')}</Note>} />
}

function TimeFields(view: StepView) {
  return (
    <>
      <DayCard {...view} />
      <HoursCard {...view} />
      <EntryCard {...view} />
    </>
  )
}

/** Formats a calendar day; noon UTC is on the same day in the time zones of Europe and the Middle East. */
const useDayText = () => {
  const lang = useLang()
  return (day: string) => dayLongText(`${day}T12:00:00Z`, lang, 'UTC')
}

const timesOf = (form: StepView['form']): EventTimes => form.values

function DayCard({ form, zone, event }: StepView) {
  const { t } = useTranslation('wizard')
  const dayText = useDayText()
  const { day } = form.values
  const [today] = useState(() => dayIn(zone, new Date()))
  const error = form.errors['day']
  return (
    <Card title={t('time.date')}>
      <Stack>
        <LazyMonth
          value={day}
          min={event ? undefined : today}
          onChange={(next) => form.setValues(withStart(timesOf(form), { day: next }, zone))}
        />
        {error ? (
          <FieldMessage id="day-message" error={error} />
        ) : (
          <Soft small aria-live="polite">
            {day === null ? '' : t('time.chosen', { day: dayText(day) })}
          </Soft>
        )}
      </Stack>
    </Card>
  )
}

const DEVICE_ZONE = new Intl.DateTimeFormat().resolvedOptions().timeZone
const DURATIONS = ['90', '150', '240', '480'] as const

function HoursCard({ form, zone }: StepView) {
  const { t } = useTranslation('wizard')
  const lang = useLang()
  const times = timesOf(form)
  const { day, start, end, other_day: otherDay } = times
  const long = minutesLong({ ...times, day: day ?? '2026-01-15' }, zone)
  const endDay = endDayOf(times)
  const nextDay = !otherDay && endDay !== null && endDay !== day ? endDay : undefined
  const elsewhere = DEVICE_ZONE !== zone
  // The length stays the same when the start changes, which nobody sees who looks at the start only.
  const [isEndMoved, setEndMoved] = useState(false)
  const endField = form.getInputProps('end')
  const dayName = (name: string) => weekdayText(`${name}T12:00:00Z`, lang, 'UTC')
  const night = nightOf(times)
  const endHints = [
    ...(nextDay
      ? [
          t(isLongOvernight(times, zone) ? 'time.next_day_long' : 'time.next_day', {
            day: weekdayShortText(`${nextDay}T12:00:00Z`, lang, 'UTC'),
            hours: lengthText(long ?? 0),
          }),
        ]
      : []),
    ...(isEndMoved ? [t('time.end_moved')] : []),
  ]
  return (
    <Card title={t('time.hours')}>
      <Stack gap="wide">
        <Pair>
          <TimeField
            label={t('time.start')}
            {...form.getInputProps('start')}
            value={start}
            hint={night && t('time.night', { before: dayName(night.before), day: dayName(night.day) })}
            onChange={(clock) => {
              const moved = withStart(times, { start: clock }, zone)
              form.setValues(moved)
              if (end !== '' && moved.end !== end) setEndMoved(true)
            }}
          />
          <TimeField
            label={t('time.end')}
            {...endField}
            value={end}
            onChange={(clock) => {
              setEndMoved(false)
              endField.onChange(clock)
            }}
            hint={endHints.length > 0 ? endHints.join(' ') : undefined}
          />
        </Pair>
        <ChoicePills
          label={t('time.long')}
          choices={DURATIONS.map((value) => ({
            value,
            label: t(`time.durations.${value}`),
            disabled: start === '',
          }))}
          value={DURATIONS.find((value) => Number(value) === long)}
          onChange={(value) => {
            form.setValues({ ...endAfter(times, Number(value), zone) })
            setEndMoved(false)
            form.clearFieldError('end')
          }}
        />
        <SwitchRow
          label={t('time.other_day')}
          hint={t('time.other_day_hint')}
          checked={otherDay}
          onChange={(on) => form.setValues({ other_day: on, end_day: null })}
        />
        {otherDay && <EndDay form={form} zone={zone} />}
        {elsewhere && zone === ISRAEL_ZONE && <Soft small>{t('time.zone')}</Soft>}
      </Stack>
    </Card>
  )
}

function EndDay({ form }: StepView) {
  const { t } = useTranslation('wizard')
  const error = form.errors['end_day']
  return (
    <Stack>
      <h3>{t('time.end_date')}</h3>
      <LazyMonth
        key={form.values.day}
        value={form.values.end_day}
        min={form.values.day ?? undefined}
        onChange={(next) => form.setFieldValue('end_day', next)}
      />
      {error && <FieldMessage id="end-day-message" error={error} />}
    </Stack>
  )
}

function EntryCard({ form }: StepView) {
  const { t } = useTranslation('wizard')
  const { doors, entry, entry_from: from, entry_to: to } = form.values
  return (
    <Card title={t('time.entry_card')}>
      <Stack gap="wide">
        <Pair>
          <TimeField
            label={t('time.doors')}
            hint={t('time.doors_hint')}
            optional
            {...form.getInputProps('doors')}
            value={doors}
          />
        </Pair>
        <SwitchRow
          label={t('time.entry')}
          hint={t('time.entry_hint')}
          checked={entry}
          onChange={(on) => form.setFieldValue('entry', on)}
        />
        {entry && (
          <Pair>
            <TimeField label={t('time.entry_from')} optional {...form.getInputProps('entry_from')} value={from} />
            <TimeField label={t('time.entry_to')} optional {...form.getInputProps('entry_to')} value={to} />
          </Pair>
        )}
      </Stack>
    </Card>
  )
}
