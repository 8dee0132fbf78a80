import type { Event } from '@kartis/contract/events.ts'
import { dayIn } from '@kartis/domain/zone.ts'

type Times = Pick<Event, 'starts_at' | 'ends_at' | 'timezone' | 'settings'>
type Policy = NonNullable<NonNullable<Event['settings']>['check_in']>

/** What a change of lanes does at the phones that scan. */
export type LaneChange = 'lanes' | 'trust' | 'count'

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
