import { isSold } from '@kartis/domain/order.ts'
import { isRefusal, type Refusal, refuse, refuseField } from '@kartis/domain/refusal.ts'
import type { Platform } from '../../../platform/platform.ts'
import { inTransaction } from '../../../platform/database/db.ts'
import type { UserActor } from '../../../platform/http/authorization.ts'
import { lockOrder } from '../orders/index.ts'
import { resendOrder, resentByMember } from '../order-management/index.ts'
import { setBuyerPhone } from './box-office-orders.ts'
import { readPhone } from './validate-sale.ts'
import type { SaleRow } from './sales-queries.ts'

/** Sends the link of a sale's tickets to a new phone, which is saved, or again to the one that the sale has. */
export const sendSale = async (
  platform: Platform,
  sale: SaleRow,
  input: { phone: string | undefined; seller: Pick<UserActor, 'id' | 'network'> },
  now: Date,
): Promise<Refusal | undefined> => {
  const key = { eventId: sale.event_id, orderId: sale.order_id }
  const phone = readPhone(input.phone, 'phone')
  if (isRefusal(phone)) return phone
  const ready = await inTransaction(platform.db, async (tx) => {
    const order = await lockOrder(tx, key)
    if (!order) return refuse('not_found')
    if (!isSold(order.status)) return refuse('order_state', { detail: { status: order.status } })
    if (!phone && !order.buyer_phone) return refuseField('phone', 'required')
    if (phone && phone !== order.buyer_phone) await setBuyerPhone(tx, key, phone)
    return undefined
  })
  if (ready) return ready
  const sent = await resendOrder(platform, key, resentByMember(input.seller), now)
  return isRefusal(sent) ? sent : undefined
}
