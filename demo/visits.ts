import { addDays } from '@kartis/domain/cancellation.ts'
import { dayIn, ISRAEL_ZONE } from '@kartis/domain/zone.ts'
import type { PastOrder, CreatedShow } from './history.ts'
import type { PastRow } from './history-queries.ts'
import type { Dice } from './random.ts'

/** Page views of every day since publication: in proportion to the orders of the day, plus visitors who only look. */
export const visitsOf = (
  random: Dice,
  { show, eventId }: CreatedShow,
  orders: readonly PastOrder[],
  now: Date,
): PastRow<'event_visits'>[] => {
  const ordersOn = new Map<string, number>()
  for (const order of orders) {
    const day = dayIn(ISRAEL_ZONE, order.createdAt)
    if (order.channel === 'online') ordersOn.set(day, (ordersOn.get(day) ?? 0) + 1)
  }
  const last = dayIn(ISRAEL_ZONE, new Date(Math.min(now.getTime(), show.when.endsAt.getTime())))
  const rows: PastRow<'event_visits'>[] = []
  for (let day = dayIn(ISRAEL_ZONE, show.when.publishedAt); day <= last; day = addDays(day, 1)) {
    const bought = (ordersOn.get(day) ?? 0) / show.sales.conversion
    const views = Math.round((bought + show.sales.quietDay * 0.35) * (0.85 + random.next() * 0.3)) + random.whole(3, 11)
    rows.push({ event_id: eventId, day, views })
  }
  return rows
}
