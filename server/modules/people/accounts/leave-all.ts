import { isLastOwner } from '@kartis/domain/permissions.ts'
import { type Refusal, refuse } from '@kartis/domain/refusal.ts'
import type { Tx } from '../../../platform/database/db.ts'
import { countOwners, lockTeam, membershipsOfUser } from './team-queries.ts'

/**
 * Refuses a user who is the only owner of an account: `last_manager`, whose detail names the accounts that need another
 * owner first. Locks every team of the user until the transaction ends.
 */
export const refuseUnlessMayLeave = async (tx: Tx, userId: string): Promise<Refusal | undefined> => {
  const orphaned: string[] = []
  for (const membership of await membershipsOfUser(tx, userId)) {
    await lockTeam(tx, membership.account_id)
    if (isLastOwner(membership, await countOwners(tx, membership.account_id))) orphaned.push(membership.account_name)
  }
  return orphaned.length > 0 ? refuse('last_manager', { detail: { accounts: orphaned } }) : undefined
}
