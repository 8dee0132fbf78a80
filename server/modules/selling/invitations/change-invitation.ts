import { isRefusal, type Refusal } from '@kartis/domain/refusal.ts'
import type { Platform } from '../../../platform/platform.ts'
import type { UserActor } from '../../../platform/http/authorization.ts'
import { cancelOrderTickets, resendOrder, resentByMember } from '../order-management/index.ts'
import { type InvitationRow, isRevoked, markRevoked, readInvitation } from './invitations-queries.ts'

/** Sends the link of the same tickets again. Refusal: `order_state` when none of them is valid. */
export const resendInvitation = async (
  platform: Platform,
  row: InvitationRow,
  user: Pick<UserActor, 'id' | 'network'>,
  now: Date,
): Promise<Refusal | undefined> => {
  const key = { eventId: row.event_id, orderId: row.order_id }
  const sent = await resendOrder(platform, key, resentByMember(user), now)
  return isRefusal(sent) ? sent : undefined
}

/** Cancels the tickets and returns their stock. Doing it again changes nothing. */
export const revokeInvitation = async (
  platform: Platform,
  row: InvitationRow,
  { id: userId }: Pick<UserActor, 'id'>,
  now: Date,
): Promise<Refusal | undefined> => {
  if (isRevoked(row)) return undefined
  const key = { eventId: row.event_id, orderId: row.order_id }
  const done = await cancelOrderTickets(platform, key, { refund: false, reason: 'revoked', userId }, now, (tx) =>
    markRevoked(tx, row.event_id, row.id, now),
  )
  if (!isRefusal(done)) return undefined
  // Another manager may have revoked it at the same moment.
  const again = done.refusal === 'order_state' ? await readInvitation(platform.db, row.event_id, row.id) : undefined
  return again && isRevoked(again) ? undefined : done
}
