import { isLastOwner } from '@kartis/domain/permissions.ts'
import { type Refusal, refuse } from '@kartis/domain/refusal.ts'
import type { Tx } from '../../../platform/database/db.ts'
import { countOwners, lockTeam, membershipsOfUser } from './team-queries.ts'

/** May this user leave every team he is in? Holds the teams' locks; `last_manager` names the accounts that need another one first. */
export const refuseUnlessMayLeave = async (tx: Tx, userId: string): Promise<Refusal | undefined> => {
  const stuck: string[] = []
  for (const place of await membershipsOfUser(tx, userId)) {
    await lockTeam(tx, place.account_id)
    if (isLastOwner(place, await countOwners(tx, place.account_id))) stuck.push(place.account_name)
  }
  return stuck.length > 0 ? refuse('last_manager', { detail: { accounts: stuck } }) : undefined
}
