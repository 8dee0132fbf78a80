import type { Event } from '@kartis/contract/events.ts'
import { dayIn } from '@kartis/domain/zone.ts'
import { dayLongText } from '@kartis/i18n/format.ts'
import { useLang } from '@kartis/ui/use-lang.ts'
import { useTranslation } from 'react-i18next'
import { useNow } from '../../shared/use-now.ts'

type Times = Pick<Event, 'starts_at' | 'settings' | 'timezone'>

const opensAt = ({ starts_at, settings }: Times): string => settings?.doors_at ?? starts_at

/** Whether the day of the event has not come yet, in the event's zone; entrances that open the evening before are its day too. */
export const isBeforeDay = (event: Times, now: Date): boolean =>
  dayIn(event.timezone, now) < dayIn(event.timezone, new Date(opensAt(event)))

/** What to say before the day of an event: a scan is an entry already, and who undoes it. Undefined from its day on. */
export const useEarlyNote = (event: Times, mayUndo: boolean): string | undefined => {
  const { t } = useTranslation('gate')
  const lang = useLang()
  const now = useNow()
  if (!isBeforeDay(event, now)) return undefined
  const day = dayLongText(opensAt(event), lang, event.timezone)
  return t(mayUndo ? 'early.text' : 'early.text_manager', { day })
}
