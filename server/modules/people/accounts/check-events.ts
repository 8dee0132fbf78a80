import { canBeLimited, type Role } from '@kartis/domain/permissions.ts'
import { type Refusal, refuseField } from '@kartis/domain/refusal.ts'
import type { Tx } from '../../../platform/database/db.ts'
import { ownEventIds } from './team-queries.ts'

/**
 * Validates the events that a membership is limited to; null: all events. Refuses (`validation` of `event_uuids`) a list
 * for a role that cannot be limited, and events of another account.
 */
export const checkEvents = async (
  tx: Tx,
  accountId: string,
  role: Role,
  eventIds: readonly string[] | null,
): Promise<{ readonly ids: string[] | null } | Refusal> => {
  if (eventIds === null) return { ids: null }
  if (!canBeLimited(role)) return refuseField('event_uuids', 'invalid')
  const requested = [...new Set(eventIds.map((id) => id.toLowerCase()))]
  const own = await ownEventIds(tx, accountId, requested)
  return own.length < requested.length ? refuseField('event_uuids', 'unknown_option') : { ids: own }
}
