import { dayLongText } from '@kartis/i18n/format.ts'
import { confirm } from '@kartis/ui/components/confirm.ts'
import { useLang } from '@kartis/ui/use-lang.ts'
import { useTranslation } from 'react-i18next'
import { endDayOf, type EventTimes, isLongOvernight, lengthText, minutesLong, startsInPast } from './event-times.ts'

/**
 * Asks whether an event from 20:30 to 19:00 ends on the next day, and says how long that is, and whether one whose start has passed is meant.
 * `before`: the start of an event that exists. Resolves with true when the times are meant.
 */
export const useConfirmTimes = (zone: string, before?: string) => {
  const { t } = useTranslation('wizard')
  const lang = useLang()
  // Noon UTC is on the same day in the time zones of Europe and the Middle East.
  const dayText = (day: string | null) => (day === null ? '' : dayLongText(`${day}T12:00:00Z`, lang, 'UTC'))
  const confirmStart = (times: EventTimes): Promise<boolean> | true =>
    !startsInPast(times, zone, new Date(), before) ||
    confirm({
      title: t('time.past.title'),
      text: t('time.past.text', { start: times.start, day: dayText(times.day) }),
      action: t('time.past.yes'),
    })
  const confirmEnd = (times: EventTimes): Promise<boolean> | true =>
    !isLongOvernight(times, zone) ||
    confirm({
      title: t('time.overnight.title'),
      text: t('time.overnight.text', {
        start: times.start,
        end: times.end,
        day: dayText(times.day),
        end_day: dayText(endDayOf(times)),
        hours: lengthText(minutesLong(times, zone) ?? 0),
      }),
      action: t('time.overnight.yes'),
    })
  return async (times: EventTimes): Promise<boolean> => (await confirmStart(times)) && confirmEnd(times)
}
