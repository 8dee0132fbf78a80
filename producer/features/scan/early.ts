import type { Event } from '@kartis/contract/events.ts'
import { dayIn } from '@kartis/domain/zone.ts'
import { dayLongText } from '@kartis/i18n/format.ts'
import { useLang } from '@kartis/ui/use-lang.ts'
import { useNow } from '../../shared/use-now.ts'

type Times = Pick<Event, 'starts_at' | 'settings' | 'timezone'>

const opensAt = ({ starts_at, settings }: Times): string => settings?.doors_at ?? starts_at

/** Whether the day of the event has not come yet, in the event's zone; entrances that open the evening before are its day too. */
export const isBeforeDay = (event: Times, now: Date): boolean =>
  dayIn(event.timezone, now) < dayIn(event.timezone, new Date(opensAt(event)))

/** The day of an event that has not come yet: a scan now is an entry already. Undefined from its day on. */
export const useEarlyDay = (event: Times): string | undefined => {
  const lang = useLang()
  const now = useNow()
  return isBeforeDay(event, now) ? dayLongText(opensAt(event), lang, event.timezone) : undefined
}
