import type { Event } from '@kartis/contract/events.ts'
import { dayIn } from '@kartis/domain/zone.ts'
import { confirm } from '@kartis/ui/components/confirm.ts'
import { useTranslation } from 'react-i18next'

type Times = Pick<Event, 'starts_at' | 'ends_at' | 'timezone' | 'settings'>
type Policy = NonNullable<NonNullable<Event['settings']>['check_in']>

/** What a change of lanes does at the phones that scan. */
export type LaneChange = 'lanes' | 'trust' | 'count' | 'gates'

/**
 * Whether people may be entering now: from the opening of the entrances, and for an event that does not say when they open,
 * from the beginning of its day, until it ends.
 */
export const isEntering = ({ starts_at, ends_at, timezone, settings }: Times, now: Date): boolean => {
  const { doors_at: opening, entry_starts_at: entry, entry_ends_at: last } = settings ?? {}
  const opens = [opening, entry].flatMap((at) => (at ? [Date.parse(at)] : []))
  const hasOpened =
    opens.length > 0
      ? Math.min(...opens) <= now.getTime()
      : dayIn(timezone, new Date(starts_at)) <= dayIn(timezone, now)
  const ends = Math.max(Date.parse(ends_at), last ? Date.parse(last) : 0)
  return hasOpened && now.getTime() < ends
}

/** What changes at the phones; undefined where nothing does. */
export const laneChangeOf = (before: Policy, after: Policy): LaneChange | undefined => {
  if (before.offline !== after.offline) return after.offline
  return after.offline === 'lanes' && before.lanes !== after.lanes ? 'count' : undefined
}

type Gates = NonNullable<NonNullable<Event['settings']>['gates']>

/** Which tickets belong to the lanes of which gate. */
const placesOf = (gates: Gates): string =>
  JSON.stringify(
    gates
      .flatMap(({ name, events_ticket_uuids: types, lanes = [] }) =>
        lanes.length > 0 ? [[name, types.toSorted(), lanes.toSorted((a, b) => a - b)]] : [],
      )
      .toSorted((a, b) => String(a[0]).localeCompare(String(b[0]))),
  )

/** Whether tickets move to another lane because gates have other lanes than before, or admit other types to them. */
export const movesTickets = (before: Gates, after: Gates): boolean => placesOf(before) !== placesOf(after)

/** Asks before a change of lanes while people are entering. Before the entrances open nobody scans by them yet. */
export const useLaneQuestion = (event: Times) => {
  const { t } = useTranslation('gate')
  return async (change: LaneChange | undefined): Promise<boolean> =>
    change === undefined ||
    !isEntering(event, new Date()) ||
    confirm({
      title: t(`offline.question.${change}.title`),
      text: `${t(`offline.question.${change}.text`)} ${t('offline.question.when')}`,
      action: t(`offline.question.${change}.action`),
    })
}
