import type { Event } from '@kartis/contract/events.ts'
import { dayIn } from '@kartis/domain/zone.ts'
import { dayLongText, momentLongText } from '@kartis/i18n/format.ts'
import { confirm } from '@kartis/ui/components/confirm.ts'
import { useLang } from '@kartis/ui/use-lang.ts'
import { useCallback } from 'react'
import { useTranslation } from 'react-i18next'
import { readStoredJson, writeStored } from '../../shared/storage.ts'
import { useNow } from '../../shared/use-now.ts'

type Times = Pick<Event, 'starts_at' | 'settings' | 'timezone'>
type Whole = Times & Pick<Event, 'uuid' | 'name' | 'ends_at'>

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

/** Guests of a late evening may come after midnight. */
const AFTER_END_MS = 6 * 3_600_000

/** Whether the event is on another day: its day has not come yet, or is over. */
export const isOtherDay = (event: Times & Pick<Event, 'ends_at'>, now: Date): boolean => {
  const end = new Date(event.ends_at)
  const isOver = now.getTime() > end.getTime() + AFTER_END_MS && dayIn(event.timezone, now) > dayIn(event.timezone, end)
  return isOver || isBeforeDay(event, now)
}

/** The events of other days that somebody at this device said yes to. */
const MAX_ANSWERED = 50
const answered = (): string[] => {
  const stored = readStoredJson('device:other_day')
  return Array.isArray(stored) ? stored.filter((uuid) => typeof uuid === 'string') : []
}

/**
 * Asks once on each device before the first entry at an event of another day: somebody may have opened the wrong event.
 * True at once where nothing is to be asked. Needs no network.
 */
export const useDayQuestion = (event: Whole): (() => true | Promise<boolean>) => {
  const { t } = useTranslation('gate')
  const lang = useLang()
  const { uuid, name, starts_at, ends_at, settings, timezone } = event
  const entryAt = settings?.doors_at
  return useCallback(() => {
    const times = { starts_at, ends_at, timezone, settings: entryAt === undefined ? {} : { doors_at: entryAt } }
    if (!isOtherDay(times, new Date()) || answered().includes(uuid)) return true
    const day = momentLongText(starts_at, lang, timezone)
    const question = { title: t('other_day.title', { event: name }), text: t('other_day.text', { day }) }
    const answer = confirm({ ...question, action: t('other_day.action'), stay: t('other_day.stay'), danger: true })
    return answer.then((isYes) => {
      if (isYes) writeStored('device:other_day', JSON.stringify([...answered(), uuid].slice(-MAX_ANSWERED)))
      return isYes
    })
  }, [uuid, name, starts_at, ends_at, timezone, entryAt, lang, t])
}
