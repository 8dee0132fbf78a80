import { isPostponement } from '@kartis/domain/cancellation.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Platform } from '../../../platform/platform.ts'
import type { Tx } from '../../../platform/database/db.ts'
import { type EventRow, placeLine } from '../../catalogue/events/index.ts'
import { heldTicketUrl, messageToHolder, readWithoutOwn, readHoldersOf } from './held-tickets.ts'
import { eventOf, eventParams, messagesTo, ticketsUrl } from './order-messages.ts'
import { type OrderRow, readSoldOrdersAfter } from './orders-queries.ts'
import { eventChanged } from './templates.ts'

/** Its name is stored with waiting jobs and stays as it is. */
const JOB = 'orders.tell_moved'
/** Orders whose messages are written in one transaction. */
const PAGE = 500

interface MovedPage {
  readonly eventId: string
  readonly change: 'time' | 'place' | 'both'
  /** Who bought before the change may cancel without a fee. Jobs of older versions have none. */
  readonly is_postponed?: boolean
  /** The last order of the page before; the first page begins before all of them. */
  readonly after: string
}

const FIRST = '00000000-0000-0000-0000-000000000000'

const changeOf = (before: EventRow, after: EventRow): MovedPage['change'] | undefined => {
  const time = before.starts_at.getTime() !== after.starts_at.getTime()
  const place = placeLine(before, 'he') !== placeLine(after, 'he')
  if (time && place) return 'both'
  return time ? 'time' : place ? 'place' : undefined
}

/** One page of the orders, and the job for the next page in the same transaction: nobody is notified twice or left out. */
const notifyPage = async (platform: Platform, tx: Tx, { eventId, after, ...moved }: MovedPage): Promise<void> => {
  const event = await eventOf(tx, eventId)
  const orders = await readSoldOrdersAfter(tx, eventId, after, PAGE)
  const isNotified = (id: RawBuilder<string>) => sql<boolean>`exists (
    select from orders s where s.event_id = ${eventId} and s.id = ${id} and s.status in ('paid', 'partially_refunded'))`
  const orderIds = orders.map(({ id }) => id)
  const holders = await readHoldersOf(tx, { eventId, orderIds, validAt: platform.clock(), isNotified })
  const withoutOwn = await readWithoutOwn(tx, eventId, orderIds)
  const isPaid = ({ id, total }: OrderRow): boolean => total > 0 && !withoutOwn.has(id)
  // An event may move any number of times: whoever paid nothing is not written to each time.
  const unpaidOf = ({ total }: { readonly total: number }) => (total === 0 ? { isToAll: true as const } : undefined)
  await platform.notifications.sendMany(tx, [
    ...orders.flatMap((order) => {
      const content = eventChanged({
        ...eventParams(event, order.lang),
        change: moved.change,
        isRefundable: moved.is_postponed === true && isPaid(order),
        isPaid: isPaid(order),
        link: ticketsUrl(platform, order),
      })
      return messagesTo(order, content, unpaidOf(order))
    }),
    // A refund is the buyer's.
    ...holders.map((holder) => {
      const params = { ...eventParams(event, holder.lang), change: moved.change, link: heldTicketUrl(platform, holder) }
      return messageToHolder(holder, eventChanged(params), unpaidOf(holder))
    }),
  ])
  const last = orders.at(-1)
  if (last && orders.length === PAGE) await platform.jobs.enqueue(tx, JOB, { eventId, ...moved, after: last.id })
}

/** Notifies everybody with valid tickets that the event has moved, in pages. */
export const enqueueMovedPages = (
  platform: Platform,
  tx: Tx,
  eventId: string,
  moved: Pick<MovedPage, 'change' | 'is_postponed'>,
): Promise<void> => platform.jobs.enqueue(tx, JOB, { eventId, ...moved, after: FIRST } satisfies MovedPage)

export const defineMovedJob = (platform: Platform): void => {
  platform.jobs.defineTransactional<MovedPage>(JOB, (page, tx) => notifyPage(platform, tx, page), { concurrency: 1 })
}

/** Records that an event moved, in the transaction that moves it, when the producer asked that buyers be notified. */
export const recordEventMoved = async (
  platform: Platform,
  tx: Tx,
  before: EventRow,
  after: EventRow,
): Promise<void> => {
  const change = changeOf(before, after)
  if (!change) return
  const about = { accountId: after.account_id, eventId: after.id, subject: after.id }
  const data = { change, is_postponed: isPostponement(before.starts_at, after.starts_at, after.timezone) }
  await platform.domainEvents.append(tx, [{ type: 'event.moved', at: platform.clock(), ...about, data }])
}
