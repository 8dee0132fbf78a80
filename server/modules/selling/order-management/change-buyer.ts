import { maskedPhone, parsePhone } from '@kartis/domain/phone.ts'
import { type FieldReasons, hasReasons } from '@kartis/domain/reason.ts'
import { isSold } from '@kartis/domain/order.ts'
import { isRefusal, type Refusal, refuse } from '@kartis/domain/refusal.ts'
import { isEmail, isPersonName, tidy } from '@kartis/domain/text.ts'
import type { Platform } from '../../../platform/platform.ts'
import { inTransaction } from '../../../platform/database/db.ts'
import { recordOrderChange } from '../orders/index.ts'
import { orderToken, tokenHash } from '../orders/index.ts'
import { lockOrder, type OrderChange, type OrderKey, type OrderRow, updateOrder } from '../orders/index.ts'

export interface BuyerChange {
  readonly name?: string | undefined
  readonly phone?: string | undefined
  readonly email?: string | null | undefined
}

interface Judged {
  readonly name?: string
  /** E.164 */
  readonly phone?: string
  readonly email?: string | null
}

const judge = ({ name, phone, email }: BuyerChange): Judged | Refusal => {
  const read = phone === undefined ? undefined : parsePhone('972', phone)
  const fields: FieldReasons = {
    ...(name !== undefined && !isPersonName(name) && { name: [name.trim() === '' ? 'required' : 'invalid_name'] }),
    ...(read?.ok === false && { phone: [read.reason] }),
    ...(email && !isEmail(email) && { email: ['invalid_email' as const] }),
  }
  if (hasReasons(fields)) return refuse('validation', { fields })
  return {
    ...(name !== undefined && { name: tidy(name) }),
    ...(read?.ok && { phone: read.e164 }),
    ...(email !== undefined && { email: email === '' ? null : email }),
  }
}

/** What of it differs from what stands there. */
const differing = (order: OrderRow, { name, phone, email }: Judged): OrderChange => ({
  ...(name !== undefined && name !== order.buyer_name && { buyer_name: name }),
  ...(phone !== undefined && phone !== order.buyer_phone && { buyer_phone: phone }),
  ...(email !== undefined && email !== order.buyer_email && { buyer_email: email }),
})

/**
 * Corrects who an order is for. Another phone or e-mail means another person may hold the link: the order gets a new one,
 * the old one ends, and the order leaves the list of whoever was signed in when it was made. `order_state` for an order
 * that nobody paid or was given.
 */
export const changeBuyer = async (
  platform: Platform,
  key: OrderKey,
  input: BuyerChange,
  userId: string,
  now: Date,
): Promise<Refusal | undefined> => {
  const judged = judge(input)
  if (isRefusal(judged)) return judged
  return inTransaction(platform.db, async (tx) => {
    const order = await lockOrder(tx, key)
    if (!order) return refuse('not_found')
    if (!isSold(order.status)) return refuse('order_state', { detail: { status: order.status } })
    const change = differing(order, judged)
    if (Object.keys(change).length === 0) return undefined
    const moved = change.buyer_phone !== undefined || change.buyer_email !== undefined
    const turn = order.link_turn + 1
    const token = tokenHash(platform.keys, orderToken(platform.keys, key.eventId, key.orderId, turn))
    await updateOrder(tx, key, { ...change, ...(moved && { link_turn: turn, token_hash: token, user_id: null }) })
    const { buyer_phone: from } = order
    const detail = change.buyer_phone
      ? { from: from ? maskedPhone(from) : null, to: maskedPhone(change.buyer_phone) }
      : { fields: Object.keys(change).map((column) => column.replace('buyer_', '')) }
    await recordOrderChange(platform, tx, order, change.buyer_phone ? 'phone_changed' : 'details', now, {
      detail,
      userId,
    })
    return undefined
  })
}
