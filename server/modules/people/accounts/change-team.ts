import type { Member } from '@kartis/contract/accounts.ts'
import { isLastManager } from '@kartis/domain/permissions.ts'
import { type Refusal, refuse } from '@kartis/domain/refusal.ts'
import type { Platform } from '../../../platform/platform.ts'
import { inTransaction, type Tx } from '../../../platform/database/db.ts'
import { membershipOf, type Role } from './accounts-queries.ts'
import {
  closeInvite,
  countManagers,
  deleteMember,
  lockTeam,
  setInviteRole,
  setMemberRole,
  teamRow,
  teamRowOfUser,
  type TeamRow,
} from './team-queries.ts'
import { viewMember } from './team-view.ts'

interface Who {
  readonly accountId: string
  /** The manager who asks. */
  readonly userId: string
  /** The member or invitation that is changed. */
  readonly id: string
  readonly now: Date
}

/**
 * Locks the team, then asks again whether the caller is a manager: between the gate and the lock another one may have
 * removed him.
 */
const found = async (tx: Tx, { accountId, userId, id }: Who): Promise<TeamRow | Refusal> => {
  await lockTeam(tx, accountId)
  const caller = await membershipOf(tx, userId, accountId)
  if (!caller) return refuse('wrong_workspace')
  if (caller.role !== 'manager') return refuse('forbidden')
  return (await teamRow(tx, accountId, id)) ?? refuse('not_found')
}

const wouldOrphan = async (tx: Tx, accountId: string, row: TeamRow): Promise<boolean> =>
  row.status === 'active' && isLastManager(row, await countManagers(tx, accountId))

/** Changes the role of a member or of a pending invitation. */
export const changeRole = (platform: Platform, who: Who, role: Role): Promise<Member | Refusal> =>
  inTransaction(platform.db, async (tx) => {
    const row = await found(tx, who)
    if ('refusal' in row) return row
    if (role !== 'manager' && (await wouldOrphan(tx, who.accountId, row))) return refuse('last_manager')
    const set = row.status === 'pending' ? setInviteRole : setMemberRole
    await set(tx, who.accountId, who.id, role)
    return viewMember({ ...row, role }, who.userId, await countManagers(tx, who.accountId))
  })

/** The caller's own place in the team, when that is what he names: by its uuid or by his own, since a scanner sees no list. */
const ownPlace = async (tx: Tx, { accountId, userId, id }: Who): Promise<TeamRow | undefined> => {
  await lockTeam(tx, accountId)
  const own = await teamRowOfUser(tx, accountId, userId)
  return own && (id === own.id || id === userId) ? own : undefined
}

/** Removes a member or takes an invitation back. Anyone may leave, but for the last manager. */
export const removeFromTeam = (platform: Platform, who: Who): Promise<Refusal | undefined> =>
  inTransaction(platform.db, async (tx) => {
    const row = (await ownPlace(tx, who)) ?? (await found(tx, who))
    if ('refusal' in row) return row
    if (await wouldOrphan(tx, who.accountId, row)) return refuse('last_manager')
    if (row.status === 'pending') await closeInvite(tx, who.id, 'cancelled', who.now)
    else await deleteMember(tx, who.accountId, row.id)
    return undefined
  })
