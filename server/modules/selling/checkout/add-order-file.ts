import type { Attachment } from '@kartis/contract/attachments.ts'
import { ORDER_FILES, UPLOAD } from '@kartis/domain/limits.ts'
import { isRefusal, type Refusal, refuse, refuseField } from '@kartis/domain/refusal.ts'
import type { FastifyRequest } from 'fastify'
import type { Platform } from '../../../platform/platform.ts'
import { limit } from '../../../platform/http/rate-limit.ts'
import { readUpload, storeOrderFile } from '../../people/attachments/index.ts'
import { refuseUnlessOpen } from '../orders/index.ts'
import { type OrderKey, readOrder } from '../orders/index.ts'
import { readQuestions } from '../orders/index.ts'
import { answerSlot } from './file-answers.ts'

const HOUR = 3600

type Holder = `${keyof typeof ORDER_FILES}:${string}`

/** Counts files or kilobytes of an order, its network and its event; the first quota that is exceeded refuses. */
const overQuota = async (
  platform: Platform,
  holders: readonly Holder[],
  unit: 'files' | 'kilobytes',
  count: number,
): Promise<Refusal | undefined> => {
  for (const holder of holders) {
    const max = ORDER_FILES[holder.slice(0, holder.indexOf(':')) as keyof typeof ORDER_FILES][unit]
    const refused = await limit(platform, `upload:${unit}:${holder}`, { max, seconds: HOUR }, count)
    if (refused) return refused
  }
  return undefined
}

/**
 * Stores a file for one of the event's questions while the hold is open; its uuid is then sent as the answer. Refusals:
 * `too_many_requests`, `not_found`, `hold_expired`, `order_state`, `validation`, those of the upload.
 */
export const addOrderFile = async (
  platform: Platform,
  key: OrderKey,
  request: FastifyRequest,
  now: Date,
): Promise<Attachment | Refusal> => {
  const holders = [`order:${key.orderId}`, `network:${request.network}`, `event:${key.eventId}`] as const
  const tooMany = await overQuota(platform, holders, 'files', 1)
  if (tooMany) return tooMany
  const upload = await readUpload(request, UPLOAD.maxBytes)
  if (isRefusal(upload)) return upload
  const tooLarge = await overQuota(platform, holders, 'kilobytes', Math.ceil(upload.bytes.byteLength / 1024))
  if (tooLarge) return tooLarge
  const order = await readOrder(platform.db, key)
  if (!order) return refuse('not_found')
  const closed = refuseUnlessOpen(order, now)
  if (closed) return closed
  const questions = await readQuestions(platform.db, key.eventId)
  const question = questions.find(({ uuid, type }) => type === 'file' && uuid === upload.fields['field_uuid'])
  if (!question) return refuseField('field_uuid', 'unknown_field')
  const ticketNo = Number(upload.fields['ticket_no'] ?? 0)
  const last = question.askPer === 'order' ? 0 : order.tickets_count
  if (!Number.isInteger(ticketNo) || ticketNo < Math.min(1, last) || ticketNo > last)
    return refuseField('ticket_no', 'unknown_field')
  return storeOrderFile(platform, {
    accountId: order.account_id,
    orderId: order.id,
    slot: answerSlot(question.uuid, ticketNo),
    name: upload.name,
    bytes: upload.bytes,
  })
}
