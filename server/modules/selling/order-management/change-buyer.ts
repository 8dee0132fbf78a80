import { maskedPhone, parsePhone } from '@kartis/domain/phone.ts'
import { type FieldReasons, hasReasons } from '@kartis/domain/reason.ts'
import { isSold } from '@kartis/domain/order.ts'
import { isRefusal, type Refusal, refuse } from '@kartis/domain/refusal.ts'
import { isEmail, isPersonName, tidy } from '@kartis/domain/text.ts'
import type { Platform } from '../../../platform/platform.ts'
import { inTransaction } from '../../../platform/database/db.ts'
import {
  lockOrder,
  type OrderChange,
  type OrderKey,
  orderToken,
  type OrderRow,
  recordOrderChange,
  tokenHash,
  updateOrder,
} from '../orders/index.ts'

export interface BuyerChange {
  readonly name?: string | undefined
  readonly phone?: string | undefined
  readonly email?: string | null | undefined
}

interface ValidBuyer {
  readonly name?: string
  /** E.164 */
  readonly phone?: string
  readonly email?: string | null
}

const validate = ({ name, phone, email }: BuyerChange): ValidBuyer | Refusal => {
  const parsed = phone === undefined ? undefined : parsePhone('972', phone)
  const fields: FieldReasons = {
    ...(name !== undefined && !isPersonName(name) && { name: [name.trim() === '' ? 'required' : 'invalid_name'] }),
    ...(parsed?.ok === false && { phone: [parsed.reason] }),
    ...(email && !isEmail(email) && { email: ['invalid_email' as const] }),
  }
  if (hasReasons(fields)) return refuse('validation', { fields })
  return {
    ...(name !== undefined && { name: tidy(name) }),
    ...(parsed?.ok && { phone: parsed.e164 }),
    ...(email !== undefined && { email: email === '' ? null : email }),
  }
}

/** The columns whose values differ from the order's. */
const changedColumns = (order: OrderRow, { name, phone, email }: ValidBuyer): OrderChange => ({
  ...(name !== undefined && name !== order.buyer_name && { buyer_name: name }),
  ...(phone !== undefined && phone !== order.buyer_phone && { buyer_phone: phone }),
  ...(email !== undefined && email !== order.buyer_email && { buyer_email: email }),
})

/** What the history keeps of a change; the erasure of a person removes these names from it. */
const historyDetail = (order: OrderRow, { buyer_phone: phone, buyer_name: name }: OrderChange) => ({
  ...(phone && { from: order.buyer_phone ? maskedPhone(order.buyer_phone) : null, to: maskedPhone(phone) }),
  ...(name && { name: { from: order.buyer_name, to: name } }),
})

/**
 * Corrects who an order is for. Another phone or e-mail may mean that another person holds the link: the order gets a new
 * one, the old one stops working, and the order leaves the list of the user who made it. `validation`; `order_state`
 * for an order that is not sold.
 */
export const changeBuyer = async (
  platform: Platform,
  key: OrderKey,
  input: BuyerChange,
  userId: string,
  now: Date,
): Promise<Refusal | undefined> => {
  const valid = validate(input)
  if (isRefusal(valid)) return valid
  return inTransaction(platform.db, async (tx) => {
    const order = await lockOrder(tx, key)
    if (!order) return refuse('not_found')
    if (!isSold(order.status)) return refuse('order_state', { detail: { status: order.status } })
    const change = changedColumns(order, valid)
    if (Object.keys(change).length === 0) return undefined
    const newLink = change.buyer_phone !== undefined || change.buyer_email !== undefined
    const linkGeneration = order.link_turn + 1
    const token = tokenHash(platform.keys, orderToken(platform.keys, key.eventId, key.orderId, linkGeneration))
    await updateOrder(tx, key, {
      ...change,
      ...(newLink && { link_turn: linkGeneration, token_hash: token, user_id: null }),
    })
    const fields = Object.keys(change).map((column) => column.replace('buyer_', ''))
    const detail = { ...historyDetail(order, change), fields }
    const kind = change.buyer_phone ? 'phone_changed' : 'details'
    const event = { type: 'order.buyer_changed', data: { fields } } as const
    await recordOrderChange(platform, tx, order, { kind, detail, userId, event, now })
    return undefined
  })
}
