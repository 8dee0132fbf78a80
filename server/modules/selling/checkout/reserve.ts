import type { BodyOf } from '@kartis/contract/endpoint.ts'
import type { Reservation, reserve as contract } from '@kartis/contract/public-orders.ts'
import type { CartItem } from '@kartis/domain/availability.ts'
import { couponKey } from '@kartis/domain/coupon.ts'
import { isRefusal, type Refusal, refuse } from '@kartis/domain/refusal.ts'
import type { Platform } from '../../../platform/platform.ts'
import type { IdempotencyKey } from '../../../platform/http/idempotency-key.ts'
import { createReservationQueue, type BatchQueue } from '../inventory/index.ts'
import { type Ask, orderReservationWriter, type Reserved } from './reservation-writer.ts'
import { orderToken, tokenHash } from '../orders/index.ts'
import { limitPhone } from './phone-limit.ts'

const queueByPlatform = new WeakMap<Platform, BatchQueue<Ask, Reserved>>()

/** The queues of this process. */
export const reservationQueueOf = (platform: Platform): BatchQueue<Ask, Reserved> => {
  const known = queueByPlatform.get(platform)
  if (known) return known
  const lanes = createReservationQueue(platform, orderReservationWriter)
  queueByPlatform.set(platform, lanes)
  return lanes
}

type Body = BodyOf<typeof contract>

/** One line for each ticket type, in the order in which they were first named. */
const itemsOf = (items: Body['items']): CartItem[] => {
  const quantities = new Map<string, number>()
  for (const item of items) {
    const typeId = item.events_ticket_uuid.toLowerCase()
    quantities.set(typeId, (quantities.get(typeId) ?? 0) + item.quantity)
  }
  return [...quantities].map(([ticketTypeId, quantity]) => ({ ticketTypeId, quantity }))
}

const refusedAtOnce = (body: Body): Refusal | undefined => {
  const seats = body.items.findIndex((item) => (item.seat_uuids ?? []).length > 0)
  // This event has no places to choose; what cannot be honoured is not passed over in silence.
  if (seats >= 0) return refuse('validation', { fields: { [`items.${seats}.seat_uuids`]: ['unknown_field'] } })
  return undefined
}

export interface Buyer {
  readonly userId: string | null
  /** Of his sign-in, E.164: its limits count at once. */
  readonly phone?: string | undefined
  readonly lang: string
  readonly idempotencyKey: IdempotencyKey | undefined
}

/**
 * Holds tickets for some minutes, all or nothing. The answer comes after the commit of the batch it went with.
 * `token` is the buyer's key to the order.
 */
export const reserve = async (platform: Platform, body: Body, buyer: Buyer): Promise<Reservation | Refusal> => {
  const refused = refusedAtOnce(body)
  if (refused) return refused
  const eventId = body.event_uuid.toLowerCase()
  const id = platform.newId()
  const token = orderToken(platform.keys, eventId, id)
  const answer = await reservationQueueOf(platform).submit(eventId, {
    id,
    tokenHash: tokenHash(platform.keys, token),
    items: itemsOf(body.items),
    coupon: body.coupon ? couponKey(body.coupon) : undefined,
    userId: buyer.userId,
    phone: buyer.phone === undefined ? undefined : limitPhone(platform.keys, buyer.phone),
    lang: buyer.lang,
    idempotencyKey: buyer.idempotencyKey,
  })
  if (isRefusal(answer)) return answer
  // A repeated request is answered with the order of the first one.
  return { ...answer, token: answer.uuid === id ? token : orderToken(platform.keys, eventId, answer.uuid) }
}
