import type { Lang } from '@kartis/i18n/lang.ts'
import { directionOf } from '@kartis/i18n/lang.ts'
import { type Words, wordsFor } from '@kartis/i18n/server.ts'
import { toShekels } from '@kartis/domain/money.ts'
import { nationalPhone } from '@kartis/domain/phone.ts'
import { dayIn } from '@kartis/domain/zone.ts'
import type { Kernel } from '../../kernel/context.ts'
import type { Db } from '../../kernel/db.ts'
import { type Download, download, XLSX } from '../../kernel/download.ts'
import { type Cell, type Column, xlsxStream } from '../../kernel/xlsx.ts'
import { type PaymentRow, readPaymentsOfOrders } from '../payments/index.ts'
import { refundedOf } from './buyer-order-view.ts'
import { readOrderRows } from './buyer-orders-queries.ts'
import { stateNow } from './open-order.ts'
import type { LineRow, OrderKey, OrderRow } from './orders-queries.ts'
import {
  allOrderKeys,
  type EventName,
  type OrdersAsk,
  readAskedQuestions,
  readEventNames,
} from './producer-orders-queries.ts'
import type { AnswerRow } from './questions-queries.ts'
import type { TicketRow } from './tickets-queries.ts'

const ZONE = 'Asia/Jerusalem'
/** Orders read at once: what an export keeps in memory. */
const PART = 1000

interface Exported {
  readonly order: OrderRow
  readonly event: EventName | undefined
  readonly lines: readonly LineRow[]
  readonly tickets: readonly TicketRow[]
  readonly answers: readonly AnswerRow[]
  readonly payments: readonly PaymentRow[]
}

interface ExportColumn extends Column {
  readonly cell: (one: Exported) => Cell
}

const paidBy = ({ payments }: Exported, words: Words): string => {
  const paid = payments.find((payment) => payment.status === 'paid')
  if (!paid) return ''
  if (paid.method === 'card' && paid.last4) return words('export:method.card_tail', { last4: paid.last4 })
  return words(`export:method.${paid.method}`)
}

const bucketOf = ({ payments }: Exported, words: Words): string => {
  const bucket = payments.find((payment) => payment.status === 'paid')?.bucket
  return bucket ? words(`states:bucket.${bucket}`) : ''
}

const answerText = (value: unknown, words: Words): string => {
  if (typeof value === 'boolean') return words(value ? 'export:yes' : 'export:no')
  if (Array.isArray(value)) return value.map((each) => answerText(each, words)).join(', ')
  if (typeof value === 'object' && value !== null) return 'name' in value ? String(value.name) : JSON.stringify(value)
  return typeof value === 'string' || typeof value === 'number' ? String(value) : ''
}

/** One answer as it is; those of several tickets with the ticket's number before each. */
const answersText = (answers: readonly AnswerRow[], words: Words): string => {
  if (answers.length < 2) return answers.map((row) => answerText(row.value, words)).join('')
  return answers.map((row) => `${row.ticket_no}: ${answerText(row.value, words)}`).join('\n')
}

const usualColumns = (words: Words, now: Date): ExportColumn[] => {
  const column = (name: string, kind: Column['kind'], width: number, cell: ExportColumn['cell']): ExportColumn => ({
    title: words(`export:column.${name}`),
    kind,
    width,
    cell,
  })
  return [
    column('number', 'id', 13, ({ order }) => Number(order.number)),
    column('event', 'text', 28, ({ event }) => event?.name),
    column('status', 'text', 14, ({ order }) => words(`states:order.${stateNow(order, now)}`)),
    column('channel', 'text', 13, ({ order }) => words(`states:channel.${order.channel}`)),
    column('created_at', 'date', 17, ({ order }) => order.created_at),
    column('paid_at', 'date', 17, ({ order }) => order.paid_at),
    column('name', 'text', 22, ({ order }) => order.buyer_name),
    column('phone', 'text', 15, ({ order }) => order.buyer_phone && nationalPhone(order.buyer_phone)),
    column('email', 'text', 26, ({ order }) => order.buyer_email),
    column('tickets', 'number', 10, ({ order }) => order.tickets_count),
    column('types', 'text', 30, ({ lines }) => lines.map((line) => `${line.quantity} × ${line.name}`).join(', ')),
    column('cancelled', 'number', 9, ({ tickets }) => tickets.filter(({ status }) => status === 'cancelled').length),
    column('redeemed', 'number', 9, ({ tickets }) => tickets.filter((ticket) => ticket.redeemed_at !== null).length),
    column('total', 'money', 12, ({ order }) => toShekels(order.total)),
    column('refunded', 'money', 12, ({ order, payments }) => toShekels(refundedOf(order, payments))),
    column('paid_by', 'text', 17, (one) => paidBy(one, words)),
    column('bucket', 'text', 16, (one) => bucketOf(one, words)),
  ]
}

/** A column for each question that buyers of the event were asked. */
const questionColumns = async (db: Db, eventId: string | undefined, words: Words): Promise<ExportColumn[]> => {
  const questions = eventId ? await readAskedQuestions(db, eventId) : []
  return questions.map(({ field_id, question }) => ({
    title: question,
    kind: 'text',
    width: 24,
    cell: ({ answers }) =>
      answersText(
        answers.filter((answer) => answer.field_id === field_id),
        words,
      ),
  }))
}

const groupBy = <R extends { order_id: string }>(rows: readonly R[]): ((orderId: string) => R[]) => {
  const groups = new Map<string, R[]>()
  for (const row of rows) {
    const group = groups.get(row.order_id)
    if (group) group.push(row)
    else groups.set(row.order_id, [row])
  }
  return (orderId) => groups.get(orderId) ?? []
}

const readPart = async (db: Db, keys: readonly OrderKey[]): Promise<Exported[]> => {
  const [rows, payments, events] = await Promise.all([
    readOrderRows(db, keys),
    readPaymentsOfOrders(
      db,
      keys.map(({ orderId }) => orderId),
    ),
    readEventNames(db, [...new Set(keys.map(({ eventId }) => eventId))]),
  ])
  const orders = new Map(rows.orders.map((order) => [order.id, order]))
  const [lines, tickets, answers, paid] = [
    groupBy(rows.lines),
    groupBy(rows.tickets),
    groupBy(rows.answers),
    groupBy(payments),
  ]
  return keys.flatMap(({ orderId }) => {
    const order = orders.get(orderId)
    if (!order) return []
    return [
      {
        order,
        event: events.get(order.event_id),
        lines: lines(orderId),
        tickets: tickets(orderId),
        answers: answers(orderId),
        payments: paid(orderId),
      },
    ]
  })
}

async function* rowsOf(db: Db, keys: readonly OrderKey[], columns: readonly ExportColumn[]): AsyncGenerator<Cell[]> {
  for (let from = 0; from < keys.length; from += PART)
    for (const one of await readPart(db, keys.slice(from, from + PART))) yield columns.map(({ cell }) => cell(one))
}

/**
 * The orders of a list as an .xlsx, in the caller's language and its direction, streamed in parts while it is written.
 * The file is named after its event, where it is of one.
 */
export const exportOrders = async (
  kernel: Kernel,
  accountId: string,
  ask: OrdersAsk,
  lang: Lang,
  now: Date,
): Promise<Download> => {
  const words = wordsFor(lang)
  const { reportDb: db } = kernel
  const eventId = ask.filter?.event_uuid
  const keys = await allOrderKeys(db, accountId, ask)
  // A stranger's event names no file: without orders of one's own there is none.
  const event = eventId && keys.length > 0 ? (await readEventNames(db, [eventId])).get(eventId) : undefined
  const columns = [...usualColumns(words, now), ...(await questionColumns(db, event?.id, words))]
  const title = words('export:sheet')
  const name = [words('export:file'), event?.name, dayIn(ZONE, now)].filter(Boolean).join(' - ')
  const sheet = {
    title,
    rightToLeft: directionOf(lang) === 'rtl',
    timeZone: event?.timezone ?? ZONE,
    columns,
    rows: rowsOf(db, keys, columns),
  }
  return download({ name: `${name.replaceAll('/', ' ')}.xlsx`, type: XLSX }, xlsxStream(sheet))
}
