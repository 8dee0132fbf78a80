import type { Attachment } from '@kartis/contract/attachments.ts'
import type { listOrders, Order } from '@kartis/contract/orders.ts'
import type { QueryOf } from '@kartis/contract/endpoint.ts'
import { can, type Role } from '@kartis/domain/permissions.ts'
import { personName } from '@kartis/domain/person-name.ts'
import { nationalPhone } from '@kartis/domain/phone.ts'
import type { Lang } from '@kartis/i18n/lang.ts'
import type { Platform } from '../../../platform/platform.ts'
import { attachmentsOf } from '../../people/attachments/index.ts'
import { seatNamesIn, withSeatsIn } from '../../catalogue/seating/index.ts'
import { readPaymentsOfOrders } from '../../payments/payments/index.ts'
import { declineText } from './buyer-order-view.ts'
import { readOrderRows } from './buyer-orders-queries.ts'
import type { OrderKey } from '../orders/index.ts'
import { viewOrderPayment, viewProducerOrder, viewUser } from './producer-order-view.ts'
import { viewHolder } from './transfer-view.ts'
import { readEventNames, readHistory, readMessages } from './producer-orders-queries.ts'
import { ticketCodes, viewTicket } from '../ticketing/index.ts'

export type OrderRelation = NonNullable<QueryOf<typeof listOrders>['with']>[number]

export interface ProducerView {
  readonly with: readonly string[]
  readonly role: Role
  readonly lang: Lang
  readonly now: Date
}

const load = async (platform: Platform, keys: readonly OrderKey[], { with: relations, lang }: ProducerView) => {
  const { db } = platform
  const includes = (name: OrderRelation): boolean => relations.includes(name)
  const eventIds = [...new Set(keys.map(({ eventId }) => eventId))]
  const [rows, payments, events, history, messages, seatNames] = await Promise.all([
    readOrderRows(db, keys),
    readPaymentsOfOrders(
      db,
      keys.map(({ orderId }) => orderId),
    ),
    readEventNames(db, eventIds),
    includes('history') ? readHistory(db, keys) : [],
    includes('messages') ? readMessages(db, keys) : [],
    seatNamesIn(db, includes('tickets') ? eventIds : [], lang),
  ])
  const filed = includes('answers') ? rows.answers.filter(({ type }) => type === 'file') : []
  const owners = [...new Set(filed.map((answer) => answer.order_id))]
  const codes = includes('tickets') ? await ticketCodes(platform.keys, rows.tickets) : undefined
  const files = owners.length > 0 ? await attachmentsOf(platform, 'order', owners) : new Map<string, Attachment[]>()
  return { ...rows, tickets: withSeatsIn(seatNames, rows.tickets), payments, events, history, messages, files, codes }
}

type Loaded = Awaited<ReturnType<typeof load>>

const of = <R extends { order_id: string | null }>(rows: readonly R[], orderId: string): R[] =>
  rows.filter((row) => row.order_id === orderId)

type HistoryRow = Loaded['history'][number]

/** A decline is stored with the code of its reason; whoever reads the history gets its text. */
const detailIn = ({ kind, detail }: HistoryRow, lang: Lang): HistoryRow['detail'] =>
  kind === 'payment_declined' ? { ...detail, reason: declineText(detail['reason'], lang) } : detail

const relationsOf = (platform: Platform, orderId: string, loaded: Loaded, view: ProducerView): Partial<Order> => {
  const includes = (name: OrderRelation): boolean => view.with.includes(name)
  const order = loaded.orders.find((row) => row.id === orderId)
  return {
    ...(order && (includes('user') || includes('user.phone')) && { user: viewUser(order, includes('user.phone')) }),
    ...(order &&
      includes('tickets') && {
        tickets: of(loaded.tickets, orderId).map((ticket) => ({
          ...viewTicket(platform, ticket, order.number, loaded.codes),
          ...viewHolder(ticket, of(loaded.transfers, orderId), view.now),
        })),
      }),
    ...(includes('payments') &&
      can(view.role, 'payment.list') && {
        payments: of(loaded.payments, orderId).map((payment) => viewOrderPayment(payment, view.lang)),
      }),
    ...(includes('answers') && {
      answers: of(loaded.answers, orderId).map(({ question, type, ticket_no, value }) => ({
        question,
        type,
        ticket_no,
        value,
        file: (type === 'file' && loaded.files.get(orderId)?.find(({ uuid }) => uuid === value)) || null,
      })),
    }),
    ...(includes('history') && {
      history: of(loaded.history, orderId).map((row) => ({
        kind: row.kind,
        detail: detailIn(row, view.lang),
        by: personName(row),
        at: row.created_at.toISOString(),
      })),
    }),
    ...(includes('messages') && {
      messages: of(loaded.messages, orderId).map((row) => ({
        channel: row.channel,
        to: row.channel === 'sms' ? nationalPhone(row.to) : row.to,
        template: row.template,
        status: row.status,
        at: row.created_at.toISOString(),
      })),
    }),
  }
}

/** Orders as their producer sees them, in the order of the keys; a fixed number of statements, however many. */
export const showProducerOrders = async (
  platform: Platform,
  keys: readonly OrderKey[],
  view: ProducerView,
): Promise<Order[]> => {
  if (keys.length === 0) return []
  const loaded = await load(platform, keys, view)
  return keys.flatMap(({ orderId }) => {
    const order = loaded.orders.find((row) => row.id === orderId)
    if (!order) return []
    const parts = {
      order,
      eventName: loaded.events.get(order.event_id)?.name ?? '',
      postponedAt: loaded.events.get(order.event_id)?.postponed_at ?? null,
      lines: of(loaded.lines, orderId),
      tickets: of(loaded.tickets, orderId),
      payments: of(loaded.payments, orderId),
    }
    return [
      { ...viewProducerOrder(parts, view.role, view.lang, view.now), ...relationsOf(platform, orderId, loaded, view) },
    ]
  })
}
