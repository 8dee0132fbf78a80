import type { Platform } from '../../../platform/platform.ts'
import type { Tx } from '../../../platform/database/db.ts'
import { organiserOf } from '../../people/accounts/index.ts'
import type { OrderRow } from './orders-queries.ts'
import { eventNameIn, eventOf, placeOf, notifyBuyer, ticketsUrl } from './notify-buyer.ts'
import { invitationTickets } from './templates.ts'

/** The link to tickets that somebody was given; `count` of them are still valid. In the caller's transaction. */
export const notifyGuest = async (platform: Platform, tx: Tx, order: OrderRow, count: number): Promise<void> => {
  const event = await eventOf(tx, order.event_id)
  const organiser = await organiserOf(tx, order.account_id)
  await notifyBuyer(
    platform,
    tx,
    order,
    invitationTickets({
      event: eventNameIn(event, order.lang),
      startsAt: event.starts_at,
      timezone: event.timezone,
      place: placeOf(event),
      name: order.buyer_name ?? '',
      from: organiser?.name ?? '',
      count,
      link: ticketsUrl(platform, order),
    }),
  )
}
