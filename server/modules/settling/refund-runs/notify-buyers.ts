import { isPostponed } from '@kartis/domain/cancellation.ts'
import { stayReason, needsChoice, refundDueAt, type RefundRunKind } from '@kartis/domain/refund-run.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Tx } from '../../../platform/database/db.ts'
import type { Message } from '../../../platform/notifications/notifications.ts'
import type { Platform } from '../../../platform/platform.ts'
import { anyEventRow, type EventRow } from '../../catalogue/events/index.ts'
import {
  eventChanged,
  eventNameIn,
  eventParams,
  heldTicketUrl,
  messagesTo,
  messageToHolder,
  type OrderRow,
  orderToken,
  readHoldersOf,
  readOrders,
  ticketsUrl,
} from '../../selling/orders/index.ts'
import type { ItemRow } from './plan-queries.ts'
import type { StepJob } from './run-events.ts'
import { lockRun, type RunRow } from './runs-queries.ts'
import { readItemsAfter } from './steps-queries.ts'
import { refundRunNotice } from './templates.ts'

export const NOTIFY_JOB = 'refund_runs.notify'

/** Orders whose messages are written in one transaction. */
const PAGE = 500

export interface NotifyPage extends StepJob {
  /** The last order of the page before; empty for the first page. */
  readonly after: string
}

const FIRST = '00000000-0000-0000-0000-000000000000'

const linkOf = (platform: Platform, run: RunRow, order: OrderRow): string => {
  if (!needsChoice(run.kind)) return ticketsUrl(platform, order)
  const token = orderToken(platform.keys, order.event_id, order.id, order.link_turn)
  return `${platform.settings.publicUrl}/order/choice/${order.id}?token=${token}`
}

/** A cancelled event was announced to everybody when its run was approved; a ticket that a buyer gives back was not. */
export const holdersNotifiedOf = ({ kind, approved_at: approvedAt }: RunRow): { holdersNotifiedAt?: Date } =>
  !needsChoice(kind) && approvedAt ? { holdersNotifiedAt: approvedAt } : {}

/** What a run means for a ticket that its buyer has given away; undefined for an offer to buyers alone. */
const CHANGES: Readonly<Partial<Record<RefundRunKind, 'cancelled' | 'time'>>> = {
  cancelled: 'cancelled',
  postponed: 'time',
}

/** What is said of a run to people who have nothing to choose; undefined where it says nothing to them. */
const changeOf = ({ kind }: RunRow, event: EventRow): 'cancelled' | 'time' | undefined => {
  const change = CHANGES[kind]
  // The run would say once more what the change itself has said.
  return change === 'time' && event.announced_starts_at?.getTime() === event.starts_at.getTime() ? undefined : change
}

/** Whoever holds transferred tickets of these orders hears what became of the event; the refund is the buyer's. */
const holderNotices = async (
  platform: Platform,
  tx: Tx,
  run: RunRow,
  event: EventRow,
  orderIds: readonly string[],
): Promise<Message[]> => {
  const change = changeOf(run, event)
  if (!change) return []
  const isNotified = (orderId: RawBuilder<string>) => sql<boolean>`exists (
    select from refund_run_items i
    where i.event_id = ${run.event_id} and i.run_id = ${run.id} and i.order_id = ${orderId})`
  const validAt = run.approved_at ?? run.created_at
  const holders = await readHoldersOf(tx, { eventId: run.event_id, orderIds, validAt, isNotified })
  return holders.map((holder) => {
    const params = { ...eventParams(event, holder.lang), change, link: heldTicketUrl(platform, holder) }
    return messageToHolder(holder, eventChanged(params))
  })
}

/** Who has given all tickets away hears what their holders hear. */
const nothingToChoose = (platform: Platform, run: RunRow, event: EventRow, order: OrderRow): Message[] => {
  const change = changeOf(run, event)
  if (!change) return []
  const params = { ...eventParams(event, order.lang), change, link: ticketsUrl(platform, order) }
  return messagesTo(order, eventChanged(params))
}

/** What is said of a run to buyers and to holders of their tickets. Service messages that the law asks for: no budget limits them. */
export const noticesOf = async (
  platform: Platform,
  tx: Tx,
  run: RunRow,
  event: EventRow,
  items: readonly Pick<ItemRow, 'order_id' | 'tickets' | 'amount' | 'by_hand'>[],
): Promise<Message[]> => {
  const keys = items.map(({ order_id: orderId }) => ({ eventId: run.event_id, orderId }))
  const orders = new Map((await readOrders(tx, keys)).map((order) => [order.id, order]))
  const toBuyers = items.flatMap(({ order_id, tickets, amount, by_hand }) => {
    const order = orders.get(order_id)
    if (!order) return []
    if (stayReason({ tickets })) return nothingToChoose(platform, run, event, order)
    const content = refundRunNotice({
      kind: run.kind,
      event: eventNameIn(event, order.lang),
      startsAt: event.starts_at,
      timezone: event.timezone,
      number: order.number,
      amount,
      byHand: by_hand !== null,
      isPostponed: isPostponed({ boughtAt: order.paid_at ?? order.created_at, postponedAt: event.postponed_at }),
      until: run.deadline ?? refundDueAt(run.approved_at ?? run.created_at),
      message: run.message,
      link: linkOf(platform, run, order),
    })
    return messagesTo(order, content)
  })
  return [...toBuyers, ...(await holderNotices(platform, tx, run, event, [...orders.keys()]))]
}

/** One page of a run's orders, and the job of the next page in the same transaction: nobody is told twice or left out. */
export const notifyPage = async (platform: Platform, tx: Tx, { after, ...key }: NotifyPage): Promise<void> => {
  const [run, event] = [await lockRun(tx, key, 'share'), await anyEventRow(tx, key.eventId)]
  if (!run || !event) return
  const items = await readItemsAfter(tx, run, after || FIRST, PAGE)
  await platform.notifications.sendMany(tx, await noticesOf(platform, tx, run, event, items))
  const last = items.at(-1)
  if (last && items.length === PAGE)
    await platform.jobs.enqueue(tx, NOTIFY_JOB, { ...key, after: last.order_id } satisfies NotifyPage)
}
