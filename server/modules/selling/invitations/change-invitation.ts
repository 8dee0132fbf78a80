import { isRefusal, type Refusal } from '@kartis/domain/refusal.ts'
import type { Platform } from '../../../platform/platform.ts'
import { cancelOrderTickets, resendOrder } from '../order-management/index.ts'
import { type InvitationRow, isRevoked, markRevoked, readInvitation } from './invitations-queries.ts'

/** Sends the link of the same tickets again. `order_state` when none of them is valid any more. */
export const resendInvitation = async (
  platform: Platform,
  row: InvitationRow,
  userId: string,
  now: Date,
): Promise<Refusal | undefined> => {
  const sent = await resendOrder(platform, { eventId: row.event_id, orderId: row.order_id }, userId, now)
  return isRefusal(sent) ? sent : undefined
}

/** Takes the tickets back: they no longer enter, the stock returns. Doing it again changes nothing. */
export const revokeInvitation = async (
  platform: Platform,
  row: InvitationRow,
  userId: string,
  now: Date,
): Promise<Refusal | undefined> => {
  if (isRevoked(row)) return undefined
  const key = { eventId: row.event_id, orderId: row.order_id }
  const done = await cancelOrderTickets(platform, key, { refund: false, reason: 'revoked', userId }, now, (tx) =>
    markRevoked(tx, row.event_id, row.id, now),
  )
  if (!isRefusal(done)) return undefined
  // Two managers at once: the other one has taken them back.
  const again = done.refusal === 'order_state' ? await readInvitation(platform.db, row.event_id, row.id) : undefined
  return again && isRevoked(again) ? undefined : done
}
