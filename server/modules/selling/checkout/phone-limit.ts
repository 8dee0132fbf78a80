import type { CodePurpose } from '@kartis/domain/code-purpose.ts'
import { phoneLimitRefusal } from '@kartis/domain/availability.ts'
import { isRefusal, type Refusal, refuse } from '@kartis/domain/refusal.ts'
import type { Platform } from '../../../platform/platform.ts'
import type { Tx } from '../../../platform/database/db.ts'
import { verifyCode } from '../../people/auth/index.ts'
import { type OrderRow, readLines } from '../orders/index.ts'
import { lockPhones, type PhoneLimits, readBought, readPhoneLimits } from './phone-limit-queries.ts'

/** The keyed hash under which an order stores the phone that its limits count for. */
export const limitPhone = (keys: Platform['keys'], phone: string): string => keys.hmac('limit_phone', phone)

/** A code that was sent to a phone by `POST /v1/login` for this purpose. */
export interface PhoneProof {
  readonly method_id: string
  readonly code: string
}

/** How a caller proves that a phone is theirs. */
export interface ProvedBy {
  /** What a code must have been requested for. */
  readonly use: { readonly purpose: CodePurpose; readonly subject: string }
  /** The phone of the caller's sign-in, E.164. */
  readonly signedIn: string | undefined
  readonly proof: PhoneProof | undefined
}

/** What is to be added to the tickets that a phone has. */
interface Requested {
  readonly eventId: string
  readonly hash: string
  readonly limits: PhoneLimits
  readonly items: readonly { readonly ticketTypeId: string; readonly quantity: number }[]
  /** Whose tickets are not counted: they are the ones wanted. */
  readonly exceptOrderId?: string
}

/** `purchase_limit` when what the phone has leaves too little. Locks the phone. */
export const refuseItemsOverPhoneLimit = async (
  tx: Tx,
  { eventId, hash, limits: { phoneLimit, types }, items, exceptOrderId }: Requested,
  now: Date,
): Promise<Refusal | undefined> => {
  if (!phoneLimit) return undefined
  await lockPhones(tx, eventId, [hash])
  const bought = await readBought(tx, eventId, [hash], now, exceptOrderId)
  return phoneLimitRefusal(
    {
      lines: types.map(({ id, purchase_limit }) => ({ ticketTypeId: id, purchaseLimit: purchase_limit })),
      phoneLimit: typeof phoneLimit === 'number' ? phoneLimit : null,
    },
    items,
    bought.get(hash) ?? new Map(),
  )
}

/** `purchase_limit` when the phone's other orders leave too little for this one. Locks the phone. */
export const refuseOverPhoneLimit = async (
  tx: Tx,
  order: Pick<OrderRow, 'event_id' | 'id'>,
  hash: string,
  limits: PhoneLimits,
  now: Date,
): Promise<Refusal | undefined> => {
  if (!limits.phoneLimit) return undefined
  const lines = await readLines(tx, { eventId: order.event_id, orderId: order.id })
  const items = lines.map(({ ticket_type_id, quantity }) => ({ ticketTypeId: ticket_type_id, quantity }))
  return refuseItemsOverPhoneLimit(tx, { eventId: order.event_id, hash, limits, items, exceptOrderId: order.id }, now)
}

/** `phone_unverified`, and the refusals of a code, unless the caller is signed in with the phone. */
export const refuseUnprovedPhone = async (
  platform: Platform,
  tx: Tx,
  { use, phone, signedIn, proof }: ProvedBy & { readonly phone: string },
  now: Date,
): Promise<Refusal | undefined> => {
  if (signedIn === phone) return undefined
  if (!proof) return refuse('phone_unverified', { fields: { phone: ['phone_unverified'] } })
  const attempt = { ...use, methodId: proof.method_id, code: proof.code, phone, now }
  const verified = await verifyCode(tx, platform.keys, attempt)
  return isRefusal(verified) ? verified : undefined
}

/**
 * Sets the phone that the order counts for, where its event limits tickets per phone or a proof was sent; proved by the caller's sign-in or by
 * a code. `phone_unverified`, the refusals of a code, `purchase_limit`. The caller holds the order's lock.
 */
export const bindPhone = async (
  platform: Platform,
  tx: Tx,
  order: OrderRow,
  { phone, signedIn, proof }: Omit<ProvedBy, 'use'> & { readonly phone: string },
  now: Date,
): Promise<{ readonly limit_phone?: string } | Refusal> => {
  const limits = await readPhoneLimits(tx, order.event_id)
  if (!limits.phoneLimit && !proof) return {}
  const hash = limitPhone(platform.keys, phone)
  if (order.limit_phone === hash) return {}
  const use = { purpose: 'checkout', subject: order.id } as const
  const unproved = await refuseUnprovedPhone(platform, tx, { use, phone, signedIn, proof }, now)
  return unproved ?? (await refuseOverPhoneLimit(tx, order, hash, limits, now)) ?? { limit_phone: hash }
}
