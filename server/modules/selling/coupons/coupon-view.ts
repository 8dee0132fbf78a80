import type { Coupon } from '@kartis/contract/coupons.ts'
import { toShekels } from '@kartis/domain/money.ts'
import type { CouponRow } from './coupons-queries.ts'

const stateOf = (row: CouponRow, now: Date): Coupon['state'] => {
  if (!row.active) return 'off'
  if (row.ends_at && now >= row.ends_at) return 'ended'
  if (row.max_uses !== null && row.used >= row.max_uses) return 'used_up'
  return row.starts_at && now < row.starts_at ? 'not_started' : 'active'
}

/** `discount` in agorot. Percent and shekels both have two decimals, so `toShekels` converts basis points as well. */
export const viewCoupon = (row: CouponRow, discount: number, now: Date): Coupon => ({
  uuid: row.id,
  event_uuid: row.event_id,
  code: row.code,
  kind: row.kind,
  value: toShekels(row.value),
  events_ticket_uuids: row.ticket_type_ids,
  max_tickets: row.max_tickets,
  max_uses: row.max_uses,
  starts_at: row.starts_at?.toISOString() ?? null,
  ends_at: row.ends_at?.toISOString() ?? null,
  active: row.active,
  state: stateOf(row, now),
  used: row.used,
  held: row.held,
  sum_total_discount: toShekels(discount),
  created_at: row.created_at.toISOString(),
})
