import type { OnDuplicated } from '../../catalogue/events/index.ts'
import { couponsOfEvent, insertCoupon } from './coupons-queries.ts'

/**
 * Copies the coupons of an event to its copy, without their uses. A coupon whose ticket types have all been deleted is not
 * copied: without types it would apply to all of them.
 */
export const copyCoupons: OnDuplicated = async (platform, tx, { from, toId, later, copies }) => {
  const now = platform.clock()
  for (const row of await couponsOfEvent(tx, from.id)) {
    const types = row.ticket_type_ids?.flatMap((id) => copies.get(id) ?? []) ?? null
    if (types?.length === 0) continue
    await insertCoupon(tx, {
      event_id: toId,
      id: platform.newId(),
      account_id: row.account_id,
      code: row.code,
      code_key: row.code_key,
      kind: row.kind,
      value: row.value,
      ticket_type_ids: types,
      max_tickets: row.max_tickets,
      max_uses: row.max_uses,
      starts_at: row.starts_at && later(row.starts_at),
      ends_at: row.ends_at && later(row.ends_at),
      active: row.active,
      created_by: row.created_by,
      created_at: now,
      updated_at: now,
    })
  }
}
