import { type Refusal, refuse } from '@kartis/domain/refusal.ts'
import { sql } from 'kysely'
import type { Tx } from '../../../platform/database/db.ts'
import { readRegister } from './registers-queries.ts'
import { lockOpenShift } from './shifts-queries.ts'

interface HandedBack {
  readonly accountId: string
  readonly eventId: string
  readonly refundIds: readonly string[]
  /** The register from whose drawer the money was taken; null: from none, as by bank transfer. */
  readonly registerId: string | null
  readonly userId: string
  readonly now: Date
}

/**
 * Records from which drawer refunds were handed back, so that the reports of its shift expect less cash. Refusals: `not_found` for
 * a register of somebody else, `shift_state` where its shift is closed. The caller holds the lock of the order.
 */
export const recordHandedBack = async (
  tx: Tx,
  { accountId, eventId, refundIds, registerId, userId, now }: HandedBack,
): Promise<Refusal | undefined> => {
  if (registerId !== null && !(await readRegister(tx, accountId, registerId))) return refuse('not_found')
  const shift = registerId === null ? null : await lockOpenShift(tx, registerId)
  if (shift === undefined) return refuse('shift_state', { detail: { shift: 'closed' } })
  await sql`
    insert into register_refunds (refund_id, event_id, shift_id, amount, handed_by, handed_at)
    select id, event_id, ${shift?.id ?? null}::uuid, amount, ${userId}::uuid, ${now}::timestamptz
    from refunds where event_id = ${eventId} and id = any(${[...refundIds]}::uuid[])`.execute(tx)
  return undefined
}
