import { dayLongText } from '@kartis/i18n/format.ts'
import { confirm } from '@kartis/ui/components/confirm.ts'
import { useLang } from '@kartis/ui/use-lang.ts'
import { useTranslation } from 'react-i18next'
import { endDayOf, type EventTimes, isLongOvernight } from './event-times.ts'

/** Asks whether an event from 20:30 to 19:00 ends on the next day. Resolves with true when the times are meant. */
export const useConfirmOvernight = (zone: string) => {
  const { t } = useTranslation('wizard')
  const lang = useLang()
  return async (times: EventTimes): Promise<boolean> => {
    if (!isLongOvernight(times, zone)) return true
    // Noon UTC is on the same day in the time zones of Europe and the Middle East.
    const dayText = (day: string | null) => (day === null ? '' : dayLongText(`${day}T12:00:00Z`, lang, 'UTC'))
    const { start, end, day } = times
    return confirm({
      title: t('time.overnight.title'),
      text: t('time.overnight.text', { start, end, day: dayText(day), end_day: dayText(endDayOf(times)) }),
      action: t('time.overnight.yes'),
    })
  }
}
