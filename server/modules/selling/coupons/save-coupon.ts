import type { createCoupon, updateCoupon } from '@kartis/contract/coupons.ts'
import type { BodyOf } from '@kartis/contract/endpoint.ts'
import { couponKey, couponReasons } from '@kartis/domain/coupon.ts'
import { toAgorot } from '@kartis/domain/money.ts'
import { hasReasons } from '@kartis/domain/reason.ts'
import { type Refusal, refuse, refuseField } from '@kartis/domain/refusal.ts'
import type { Platform } from '../../../platform/platform.ts'
import { inTransaction, type Tx } from '../../../platform/database/db.ts'
import { isUniqueViolation } from '../../../platform/database/error-code.ts'
import { eventRow } from '../../catalogue/events/index.ts'
import { typeRowsOf } from '../../catalogue/ticket-types/index.ts'
import { type CouponColumns, insertCoupon, lockCouponRow, updateCouponRow } from './coupons-queries.ts'

type Draft = BodyOf<typeof createCoupon>
type Change = BodyOf<typeof updateCoupon>

const dateOf = (text: string | null): Date | null => (text === null ? null : new Date(text))

const columnsOf = (draft: Omit<Draft, 'event_uuid'>): CouponColumns => ({
  code: draft.code.replaceAll(/\s+/g, ''),
  code_key: couponKey(draft.code),
  kind: draft.kind,
  // Percent to basis points as shekels to agorot: both have two places.
  value: toAgorot(draft.value),
  ticket_type_ids: draft.events_ticket_uuids?.map((id) => id.toLowerCase()) ?? null,
  max_tickets: draft.max_tickets,
  max_uses: draft.max_uses,
  starts_at: dateOf(draft.starts_at),
  ends_at: dateOf(draft.ends_at),
  active: draft.active,
})

/** The conditions must be valid, and the ticket types those of the event. `taken` counts uses held and used. */
const validateCoupon = async (
  tx: Tx,
  eventId: string,
  columns: CouponColumns,
  taken = 0,
): Promise<Refusal | undefined> => {
  const fields = couponReasons(columns, taken)
  if (hasReasons(fields)) return refuse('validation', { fields })
  if (columns.ticket_type_ids === null) return undefined
  const typeIds = new Set((await typeRowsOf(tx, [eventId])).map(({ id }) => id))
  return columns.ticket_type_ids.every((id) => typeIds.has(id))
    ? undefined
    : refuseField('events_ticket_uuids', 'unknown_option')
}

const DUPLICATE = refuseField('code', 'duplicate')

/** Creates a coupon and returns its id. `not_found`, `validation` (`duplicate` when the event has its code already). */
export const createCouponOf = (
  platform: Platform,
  { accountId, userId }: { accountId: string; userId: string },
  { event_uuid, ...draft }: Draft,
  now: Date,
): Promise<string | Refusal> =>
  inTransaction(platform.db, async (tx) => {
    const event = await eventRow(tx, accountId, event_uuid)
    if (!event) return refuse('not_found')
    const columns = columnsOf(draft)
    const wrong = await validateCoupon(tx, event.id, columns)
    if (wrong) return wrong
    const id = platform.newId()
    const frame = {
      id,
      event_id: event.id,
      account_id: accountId,
      created_by: userId,
      created_at: now,
      updated_at: now,
    }
    return (await insertCoupon(tx, { ...columns, ...frame })) ? id : DUPLICATE
  })

/** Changes a coupon under its lock, so that the number of uses cannot be set below what is held and used. Returns its id. */
export const changeCoupon = (
  platform: Platform,
  accountId: string,
  id: string,
  change: Change,
  now: Date,
): Promise<string | Refusal> =>
  inTransaction(platform.db, async (tx) => {
    const before = await lockCouponRow(tx, accountId, id)
    if (!before) return refuse('not_found')
    const columns = columnsOf({
      code: before.code,
      kind: before.kind,
      value: before.value / 100,
      events_ticket_uuids: before.ticket_type_ids,
      max_tickets: before.max_tickets,
      max_uses: before.max_uses,
      starts_at: before.starts_at?.toISOString() ?? null,
      ends_at: before.ends_at?.toISOString() ?? null,
      active: before.active,
      ...change,
    })
    const wrong = await validateCoupon(tx, before.event_id, columns, before.held + before.used)
    if (wrong) return wrong
    await updateCouponRow(tx, before, columns, now)
    return id
  }).catch((error: unknown) => {
    // Of two concurrent changes to the same code the unique index lets one pass.
    if (isUniqueViolation(error)) return DUPLICATE
    throw error
  })

/** Deletes a coupon for new orders; those that hold or had a use keep their price. False for an unknown coupon. */
export const removeCoupon = (platform: Platform, accountId: string, id: string, now: Date): Promise<boolean> =>
  inTransaction(platform.db, async (tx) => {
    const row = await lockCouponRow(tx, accountId, id)
    if (row) await updateCouponRow(tx, row, { active: false, removed_at: now }, now)
    return row !== undefined
  })
