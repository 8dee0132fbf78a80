import type { Platform } from '../../../platform/platform.ts'
import type { Tx } from '../../../platform/database/db.ts'
import { couponsOfEvent, insertCoupon } from './coupons-queries.ts'

interface Copy {
  readonly fromId: string
  readonly toId: string
  /** Moves a time as the copy of the event was moved. */
  readonly later: (at: Date) => Date
  /** Old id to new id, of the ticket types among others. */
  readonly copies: ReadonlyMap<string, string>
}

/**
 * The coupons of an event for its copy, none of them used yet. One whose ticket types have all been deleted fits nothing
 * and stays behind: without them it would fit everything.
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
