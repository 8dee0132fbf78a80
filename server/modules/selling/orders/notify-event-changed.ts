import type { Platform } from '../../../platform/platform.ts'
import type { Tx } from '../../../platform/database/db.ts'
import { type EventRow, eventExtensions } from '../../catalogue/events/index.ts'
import { readSoldOrdersAfter } from './event-orders-queries.ts'
import { eventNameIn, eventOf, placeOf, notifyBuyer, ticketsUrl } from './notify-buyer.ts'
import { eventChanged } from './templates.ts'

const JOB = 'orders.tell_moved'
/** Buyers told in one transaction. */
const PART = 500

interface Told {
  readonly eventId: string
  readonly change: 'time' | 'place' | 'both'
  /** The last order that was told; the first part begins before all of them. */
  readonly after: string
}

const FIRST = '00000000-0000-0000-0000-000000000000'

const changeOf = (before: EventRow, after: EventRow): Told['change'] | undefined => {
  const time = before.starts_at.getTime() !== after.starts_at.getTime()
  const place = placeOf(before) !== placeOf(after)
  if (time && place) return 'both'
  return time ? 'time' : place ? 'place' : undefined
}

/** One part of the buyers, and the job for the next: both or neither, so that nobody is told twice or left out. */
const tellPart = async (platform: Platform, tx: Tx, { eventId, change, after }: Told): Promise<void> => {
  const event = await eventOf(tx, eventId)
  const orders = await readSoldOrdersAfter(tx, eventId, after, PART)
  for (const order of orders)
    await notifyBuyer(
      platform,
      tx,
      order,
      eventChanged({
        event: eventNameIn(event, order.lang),
        startsAt: event.starts_at,
        timezone: event.timezone,
        place: placeOf(event),
        change,
        link: ticketsUrl(platform, order),
      }),
    )
  const last = orders.at(-1)
  if (last && orders.length === PART) await platform.jobs.enqueue(tx, JOB, { eventId, change, after: last.id })
}

/** Tells everybody with valid tickets that the time or the place has moved, when the producer asks for it. */
export const notifyWhenEventChanges = (platform: Platform): void => {
  platform.jobs.defineTransactional<Told>(JOB, (told, tx) => tellPart(platform, tx, told), { concurrency: 1 })
  eventExtensions(platform).moved.push(async (tx, before, after) => {
    const change = changeOf(before, after)
    if (change) await platform.jobs.enqueue(tx, JOB, { eventId: after.id, change, after: FIRST } satisfies Told)
  })
}
