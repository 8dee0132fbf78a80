import type { BodyOf } from '@kartis/contract/endpoint.ts'
import type { Reservation, reserve as contract } from '@kartis/contract/public-orders.ts'
import { type CartItem, PHONE_FIRST } from '@kartis/domain/availability.ts'
import { couponKey } from '@kartis/domain/coupon.ts'
import { seatItemsOf } from '@kartis/domain/seat-items.ts'
import { isRefusal, type Refusal } from '@kartis/domain/refusal.ts'
import { LRUCache } from 'lru-cache'
import { CACHE_SIZES } from '../../../platform/config/cache-sizes.ts'
import type { Platform } from '../../../platform/platform.ts'
import type { Db } from '../../../platform/database/db.ts'
import { readReplies } from '../../../platform/http/idempotency-queries.ts'
import type { IdempotencyKey } from '../../../platform/http/idempotency.ts'
import { createInventory } from '../inventory/index.ts'
import { type OrderOrigin, orderToken, tokenHash } from '../orders/index.ts'
import { limitPhone } from './phone-limit.ts'
import { orderReservationWriter } from './reservation-writer.ts'

type Body = BodyOf<typeof contract>

/** Milliseconds for which a process remembers that an event holds tickets for verified phones only. */
const VERIFIED_ONLY_MS = 5000

export interface Buyer {
  readonly userId: string | null
  /** Of the signed-in user, E.164: its limits count at once. */
  readonly phone?: string | undefined
  readonly lang: string
  readonly origin: OrderOrigin
  readonly idempotencyKey: IdempotencyKey | undefined
}

export interface Reservations {
  /**
   * Holds a cart's tickets for some minutes, all or nothing, and creates the order in state `reserved`; resolves when both
   * are durable. `token` is the buyer's key to the order. A request repeated with its idempotency key gets the first order.
   */
  reserve(body: Body, buyer: Buyer): Promise<Reservation | Refusal>
  /** Resolves when every request has its result. */
  idle(): Promise<void>
}

/** One line for each ticket type, in the order in which they were first named. */
export const itemsOf = (items: Body['items']): CartItem[] => {
  const quantities = new Map<string, number>()
  for (const item of items) {
    const typeId = item.events_ticket_uuid.toLowerCase()
    quantities.set(typeId, (quantities.get(typeId) ?? 0) + item.quantity)
  }
  return [...quantities].map(([ticketTypeId, quantity]) => ({ ticketTypeId, quantity }))
}

/** Whether a reservation with this key was made before. */
export const isAnswered = async (db: Db, key: IdempotencyKey | undefined): Promise<boolean> =>
  key !== undefined && (await readReplies(db, key.scope, [key.key])).has(key.key)

/** The reservations of this process. */
export const createReservations = (platform: Pick<Platform, 'db' | 'clock' | 'keys' | 'newId'>): Reservations => {
  const { keys } = platform
  const inventory = createInventory(platform, orderReservationWriter)
  // Anonymous carts of such an event are refused without a batch: one of them would send the whole batch under the lock.
  const verifiedOnly = new LRUCache<string, true>({ max: CACHE_SIZES.stock, ttl: VERIFIED_ONLY_MS })
  return {
    reserve: async (body, buyer) => {
      const eventId = body.event_uuid.toLowerCase()
      if (buyer.phone === undefined && verifiedOnly.has(eventId)) return PHONE_FIRST
      const id = platform.newId()
      const token = orderToken(keys, eventId, id)
      const reserved = await inventory.reserve(eventId, {
        id,
        tokenHash: tokenHash(keys, token),
        items: itemsOf(body.items),
        seatItems: seatItemsOf(body.items),
        coupon: body.coupon ? couponKey(body.coupon) : undefined,
        userId: buyer.userId,
        phone: buyer.phone === undefined ? undefined : limitPhone(keys, buyer.phone),
        lang: buyer.lang,
        origin: buyer.origin,
        idempotencyKey: buyer.idempotencyKey,
      })
      if (isRefusal(reserved)) {
        if (reserved.refusal === PHONE_FIRST.refusal) verifiedOnly.set(eventId, true)
        return reserved
      }
      return { ...reserved, token: reserved.uuid === id ? token : orderToken(keys, eventId, reserved.uuid) }
    },
    idle: () => inventory.idle(),
  }
}
