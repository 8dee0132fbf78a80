import type { Member } from '@kartis/contract/accounts.ts'
import { canManageRole, isAllowed, isLastOwner, type Membership, type Role } from '@kartis/domain/permissions.ts'
import { isRefusal, type Refusal, refuse } from '@kartis/domain/refusal.ts'
import type { Platform } from '../../../platform/platform.ts'
import { inTransaction, type Tx } from '../../../platform/database/db.ts'
import { membershipOf, setMemberEvents } from './accounts-queries.ts'
import { checkEvents } from './check-events.ts'
import {
  closeInvite,
  countOwners,
  deleteMember,
  lockTeam,
  setInviteAccess,
  setMemberRole,
  teamRow,
  teamRowOfUser,
  type TeamRow,
} from './team-queries.ts'
import { viewMember } from './team-view.ts'

interface TeamCall {
  readonly accountId: string
  /** The caller. */
  readonly userId: string
  /** The member or invitation that is changed. */
  readonly id: string
  readonly now: Date
}

/** What a member may do and where; what is left out stays. */
export interface AccessChange {
  readonly role?: Role | undefined
  /** Null: all events. */
  readonly event_uuids?: string[] | null | undefined
}

interface Target {
  readonly caller: Membership
  readonly row: TeamRow
}

/**
 * The caller's place and the member to change, under the team's lock. The caller's permission is read again: between the
 * authorization and the lock another request may have removed him.
 */
const lockTeamAndLoadTarget = async (tx: Tx, { accountId, userId, id }: TeamCall): Promise<Target | Refusal> => {
  await lockTeam(tx, accountId)
  const caller = await membershipOf(tx, userId, accountId)
  if (!caller) return refuse('wrong_workspace')
  if (!isAllowed(caller, 'team.edit')) return refuse('forbidden')
  const row = await teamRow(tx, accountId, id)
  if (!row) return refuse('not_found')
  return canManageRole(caller, row.role) ? { caller, row } : refuse('forbidden')
}

const isOnlyOwner = async (tx: Tx, accountId: string, row: TeamRow): Promise<boolean> =>
  row.status === 'active' && isLastOwner(row, await countOwners(tx, accountId))

/**
 * Changes the role or the events of a member or of a pending invitation. Refusals: `forbidden`, `not_found`,
 * `validation`, `last_manager` when the account would have no owner.
 */
export const changeMember = (platform: Platform, call: TeamCall, change: AccessChange): Promise<Member | Refusal> =>
  inTransaction(platform.db, async (tx) => {
    const target = await lockTeamAndLoadTarget(tx, call)
    if (isRefusal(target)) return target
    const { accountId, userId, id } = call
    const { caller, row } = target
    const role = change.role ?? row.role
    if (!canManageRole(caller, role)) return refuse('forbidden')
    if (role !== 'owner' && (await wouldOrphan(tx, accountId, row))) return refuse('last_manager')
    const requestedEvents = change.event_uuids
    const current = role === 'owner' ? null : (row.events?.map((event) => event.id) ?? null)
    const events = await checkEvents(tx, accountId, role, requestedEvents === undefined ? current : requestedEvents)
    if (isRefusal(events)) return events
    if (row.status === 'pending') await setInviteAccess(tx, accountId, id, { role, event_ids: events.ids })
    else {
      await setMemberRole(tx, accountId, id, role)
      await setMemberEvents(tx, { accountId, memberId: id }, events.ids)
    }
    const changed = await teamRow(tx, accountId, id)
    const owners = await countOwners(tx, accountId)
    return changed ? viewMember(changed, { userId, membership: caller, owners }) : refuse('not_found')
  })

/** The caller's own place in the team, if that is what `id` names: by its uuid or by the user's, since most roles see no list. */
const findOwnRow = async (tx: Tx, { accountId, userId, id }: TeamCall): Promise<TeamRow | undefined> => {
  await lockTeam(tx, accountId)
  const own = await teamRowOfUser(tx, accountId, userId)
  return own && (id === own.id || id === userId) ? own : undefined
}

const findRowToRemove = async (tx: Tx, call: TeamCall): Promise<TeamRow | Refusal> => {
  const own = await findOwnRow(tx, call)
  if (own) return own
  const target = await lockTeamAndLoadTarget(tx, call)
  return isRefusal(target) ? target : target.row
}

/** Removes a member or cancels an invitation. Anyone may leave except the last owner (`last_manager`). */
export const removeFromTeam = (platform: Platform, call: TeamCall): Promise<Refusal | undefined> =>
  inTransaction(platform.db, async (tx) => {
    const row = await findRowToRemove(tx, call)
    if (isRefusal(row)) return row
    if (await isOnlyOwner(tx, call.accountId, row)) return refuse('last_manager')
    if (row.status === 'pending') await closeInvite(tx, call.id, 'cancelled', call.now)
    else await deleteMember(tx, call.accountId, row.id)
    return undefined
  })
