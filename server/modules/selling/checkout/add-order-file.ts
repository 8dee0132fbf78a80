import type { Attachment } from '@kartis/contract/attachments.ts'
import { ORDER_FILES, UPLOAD } from '@kartis/domain/limits.ts'
import { maxOrderFiles } from '@kartis/domain/order-files.ts'
import { isRefusal, type Refusal, refuse, refuseField } from '@kartis/domain/refusal.ts'
import type { FastifyRequest } from 'fastify'
import type { Platform } from '../../../platform/platform.ts'
import { limit } from '../../../platform/http/rate-limit.ts'
import { readUpload, storeOrderFile } from '../../people/attachments/index.ts'
import {
  type OrderKey,
  type OrderRow,
  type Question,
  readOrder,
  readQuestions,
  refuseUnlessOpen,
} from '../orders/index.ts'
import { answerSlot } from './file-answers.ts'

const HOUR = 3600

/** One quota of files or kilobytes. */
interface Quota {
  readonly holder: string
  readonly max: number
}

/** Counts files or kilobytes for each holder; the first quota that is exceeded refuses. */
const overQuota = async (
  platform: Platform,
  unit: 'files' | 'kilobytes',
  quotas: readonly Quota[],
  count: number,
): Promise<Refusal | undefined> => {
  for (const { holder, max } of quotas) {
    const refused = await limit(platform, `upload:${unit}:${holder}`, { max, seconds: HOUR }, count)
    if (refused) return refused
  }
  return undefined
}

/** Quotas of the order, its network and its event. */
const quotasOf = ({ eventId, orderId }: OrderKey, network: string, unit: 'files' | 'kilobytes', ofOrder: number) => [
  { holder: `order:${orderId}`, max: ofOrder },
  { holder: `network:${network}`, max: ORDER_FILES.network[unit] },
  { holder: `event:${eventId}`, max: ORDER_FILES.event[unit] },
]

/** The place of the answer that the fields of an upload name: a file question, and a ticket where it is asked for each. */
const slotOf = (
  fields: Readonly<Record<string, string>>,
  questions: readonly Question[],
  tickets: number,
): string | Refusal => {
  const question = questions.find(({ uuid }) => uuid === fields['field_uuid'])
  if (!question) return refuseField('field_uuid', 'unknown_field')
  const ticketNo = Number(fields['ticket_no'] ?? 0)
  const last = question.askPer === 'order' ? 0 : tickets
  if (!Number.isInteger(ticketNo) || ticketNo < Math.min(1, last) || ticketNo > last)
    return refuseField('ticket_no', 'unknown_field')
  return answerSlot(question.uuid, ticketNo)
}

const readOpenOrder = async ({ db }: Platform, key: OrderKey, now: Date): Promise<OrderRow | Refusal> => {
  const order = await readOrder(db, key)
  return order ? (refuseUnlessOpen(order, now) ?? order) : refuse('not_found')
}

/**
 * Stores a file for one of the event's questions while the hold is open; its uuid is then sent as the answer. Refusals:
 * `not_found`, `hold_expired`, `order_state`, `too_many_requests`, `validation`, those of the upload.
 */
export const addOrderFile = async (
  platform: Platform,
  key: OrderKey,
  request: FastifyRequest,
  now: Date,
): Promise<Attachment | Refusal> => {
  const before = await readOpenOrder(platform, key, now)
  if (isRefusal(before)) return before
  const questions = (await readQuestions(platform.db, key.eventId)).filter(({ type }) => type === 'file')
  const ofOrder = questions.filter(({ askPer }) => askPer === 'order').length
  const maxFiles = maxOrderFiles({ order: ofOrder, ticket: questions.length - ofOrder }, before.tickets_count)
  // Before the body is read, so that only so many are in memory at once.
  const tooMany = await overQuota(platform, 'files', quotasOf(key, request.network, 'files', maxFiles), 1)
  if (tooMany) return tooMany
  const upload = await readUpload(request, UPLOAD.maxBytes)
  if (isRefusal(upload)) return upload
  // The order may have been paid while the body arrived.
  const order = await readOpenOrder(platform, key, now)
  if (isRefusal(order)) return order
  const slot = slotOf(upload.fields, questions, order.tickets_count)
  if (isRefusal(slot)) return slot
  const kilobytes = Math.ceil(upload.bytes.byteLength / 1024)
  const quotas = quotasOf(key, request.network, 'kilobytes', ORDER_FILES.order.kilobytes)
  const tooLarge = await overQuota(platform, 'kilobytes', quotas, kilobytes)
  if (tooLarge) return tooLarge
  return storeOrderFile(platform, {
    accountId: order.account_id,
    orderId: order.id,
    slot,
    name: upload.name,
    bytes: upload.bytes,
  })
}
