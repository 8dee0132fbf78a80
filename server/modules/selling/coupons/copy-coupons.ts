import type { Platform } from '../../../platform/platform.ts'
import type { Tx } from '../../../platform/database/db.ts'
import { couponsOfEvent, insertCoupon } from './coupons-queries.ts'

interface Copy {
  readonly fromId: string
  readonly toId: string
  /** Shifts a time by as much as the copied event was shifted. */
  readonly later: (at: Date) => Date
  /** Old id to new id, among others of ticket types. */
  readonly copies: ReadonlyMap<string, string>
}

/**
 * Copies the coupons of an event to its copy, without their uses. A coupon whose ticket types have all been deleted is not
 * copied: without types it would apply to all of them.
 */
export const copyCoupons = async (platform: Platform, tx: Tx, { fromId, toId, later, copies }: Copy): Promise<void> => {
  const now = platform.clock()
  for (const row of await couponsOfEvent(tx, fromId)) {
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
