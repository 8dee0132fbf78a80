import { DatePicker, DatesProvider } from '@mantine/dates'
import '@mantine/core/styles/default-css-variables.css'
import '@mantine/core/styles/UnstyledButton.css'
import '@mantine/dates/styles.css'
import '../mantine.css'
import 'dayjs/locale/ar'
import 'dayjs/locale/he'
import { weekdayInitial } from '@kartis/i18n/format.ts'
import { useTranslation } from 'react-i18next'
import { useLang } from '../use-lang.ts'
import style from './month-picker.module.css'
import { Themed } from './themed.tsx'

export interface MonthPickerProps {
  /** `2026-12-17`, or null. */
  readonly value: string | null
  readonly onChange: (day: string | null) => void
  /** Days before this one cannot be chosen. */
  readonly min?: string
  readonly max?: string
}

/** An open month, as wide as its card; weeks begin on Sunday, days are 44 px. */
export function MonthPicker({ value, onChange, min, max }: MonthPickerProps) {
  const { t } = useTranslation('components')
  const lang = useLang()
  return (
    <Themed>
      <DatesProvider settings={{ locale: lang, firstDayOfWeek: 0, weekendDays: [] }}>
        <DatePicker
          value={value}
          onChange={onChange}
          minDate={min}
          maxDate={max}
          defaultDate={value ?? min}
          highlightToday
          hideOutsideDates
          fullWidth
          weekdayFormat={(day) => weekdayInitial(`${day.slice(0, 10)}T12:00:00Z`, lang)}
          classNames={{
            levelsGroup: style.calendar,
            calendarHeader: style.header,
            calendarHeaderLevel: style.label,
            calendarHeaderControl: style.arrow,
            weekday: style.weekday,
            monthCell: style.cell,
            day: style.day,
          }}
          ariaLabels={{
            previousMonth: t('calendar.previous'),
            nextMonth: t('calendar.next'),
            previousYear: t('calendar.previousYear'),
            nextYear: t('calendar.nextYear'),
            previousDecade: t('calendar.previousYears'),
            nextDecade: t('calendar.nextYears'),
          }}
        />
      </DatesProvider>
    </Themed>
  )
}
