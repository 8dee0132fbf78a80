import type { Member } from '@kartis/contract/accounts.ts'
import { canManageRole, isAllowed, isLastOwner, type Membership, type Role, ROLES } from '@kartis/domain/permissions.ts'
import { isRefusal, type Refusal, refuse } from '@kartis/domain/refusal.ts'
import type { Platform } from '../../../platform/platform.ts'
import { type Db, inTransaction, type Tx } from '../../../platform/database/db.ts'
import { isUuid } from '../../../platform/http/authorization.ts'
import { userById } from '../auth/index.ts'
import { logSecurity } from '../security-log/index.ts'
import { membershipOf, setMemberEvents } from './accounts-queries.ts'
import { checkEvents } from './check-events.ts'
import { asManager, notifyManagers } from './notify-managers.ts'
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
import type { AccountChange } from './templates.ts'

interface TeamCall {
  readonly accountId: string
  /** The caller. */
  readonly userId: string
  readonly network: string
  /** Id of the membership or invitation to change. For a removal also the caller's own user id. */
  readonly id: string
  readonly now: Date
}

/** The new role and events of a member; an absent field is not changed. */
export interface AccessChange {
  readonly role?: Role | undefined
  /** Null: all events. */
  readonly event_uuids?: string[] | null | undefined
}

interface Target {
  /** The caller's membership. */
  readonly caller: Membership
  readonly row: TeamRow
}

/**
 * Locks the team, authorizes the caller again and loads the row to change. The caller's membership is read under the
 * lock, because another request may have removed them since the route was authorized. Refusals: `wrong_workspace` when
 * the caller is not a member, `not_found`, `forbidden` when the caller may not edit the team or manage that role.
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

/**
 * The refusal of a change of the team by a member who may not make it: of somebody whose role it may not manage, to a role that
 * it may not give. Nothing is refused here that is not there, or is no role: the change itself says so.
 */
export const refuseUnpermitted = async (
  db: Db,
  membership: Membership,
  {
    accountId,
    userId,
    id,
    role,
  }: { readonly accountId: string; readonly userId: string; readonly id: unknown; readonly role: unknown },
): Promise<Refusal | undefined> => {
  const given = ROLES.find((each) => each === role)
  const row = isUuid(id) ? await teamRow(db, accountId, id) : undefined
  // Whoever leaves needs no permission.
  if (given === undefined && (id === userId || row?.user_id === userId)) return undefined
  if (!isAllowed(membership, 'team.edit')) return refuse('forbidden')
  return [given, row?.role].every((each) => each === undefined || canManageRole(membership, each))
    ? undefined
    : refuse('forbidden')
}

/** Whether the row is the only owner of the account, who may neither leave nor take another role. */
const isOnlyOwner = async (tx: Tx, accountId: string, row: TeamRow): Promise<boolean> =>
  row.status === 'active' && isLastOwner(row, await countOwners(tx, accountId))

/** The name of a member as others know them. */
const nameOf = (row: TeamRow): string => [row.first_name, row.last_name].filter(Boolean).join(' ') || row.phone

/** The member of a row, if a manager until now: whoever loses the role hears of it too. */
const formerManager = async (tx: Tx, row: TeamRow) =>
  asManager(row, row.user_id === null ? undefined : await userById(tx, row.user_id))

const notifyOfChange = async (
  platform: Platform,
  tx: Tx,
  { accountId, userId, now }: TeamCall,
  row: TeamRow,
  role: Role,
): Promise<void> => {
  const person = nameOf(row)
  const change: AccountChange =
    role === row.role ? { kind: 'events', person, role } : { kind: 'role', person, role, before: row.role }
  await notifyManagers(platform, tx, { accountId, userId, change, former: await formerManager(tx, row), now })
}

/**
 * Changes the role or the events of a member or of a pending invitation. Refusals: `wrong_workspace`, `forbidden`,
 * `not_found`, `validation` for events that are not the account's, and `last_manager` when the account would have no
 * owner: installed clients know that code, whose name is older than the role `owner`.
 */
export const changeMember = (platform: Platform, call: TeamCall, change: AccessChange): Promise<Member | Refusal> =>
  inTransaction(platform.db, async (tx) => {
    const target = await lockTeamAndLoadTarget(tx, call)
    if (isRefusal(target)) return target
    const { accountId, userId, network, id, now } = call
    const { caller, row } = target
    const role = change.role ?? row.role
    if (!canManageRole(caller, role)) return refuse('forbidden')
    if (role !== 'owner' && (await isOnlyOwner(tx, accountId, row))) return refuse('last_manager')
    const requestedEvents = change.event_uuids
    // An owner is never limited to events, so a promotion to owner drops the list.
    const current = role === 'owner' ? null : (row.events?.map((event) => event.id) ?? null)
    const events = await checkEvents(tx, accountId, role, requestedEvents === undefined ? current : requestedEvents)
    if (isRefusal(events)) return events
    if (row.status === 'pending') await setInviteAccess(tx, accountId, id, { role, event_ids: events.ids })
    else {
      await setMemberRole(tx, accountId, id, role)
      await setMemberEvents(tx, { accountId, memberId: id }, events.ids)
    }
    const detail = { role, before: row.role, events: events.ids?.length ?? null }
    const entry = {
      act: 'team.changed',
      userId,
      network,
      accountId,
      target: row.user_id ?? row.id,
      detail,
      now,
    } as const
    await logSecurity(platform, tx, entry)
    if (row.status === 'active') await notifyOfChange(platform, tx, call, row, role)
    const changed = await teamRow(tx, accountId, id)
    const owners = await countOwners(tx, accountId)
    return changed ? viewMember(changed, { userId, membership: caller, owners }) : refuse('not_found')
  })

/**
 * The caller's own row, if `id` is its membership id or the caller's user id. Most roles may not list the team, so that
 * they know only their user id.
 */
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

/**
 * Removes a member or cancels an invitation. Every member may remove themselves, except the last owner. Refusals:
 * `wrong_workspace`, `forbidden`, `not_found`, `last_manager`.
 */
export const removeFromTeam = (platform: Platform, call: TeamCall): Promise<Refusal | undefined> =>
  inTransaction(platform.db, async (tx) => {
    const row = await findRowToRemove(tx, call)
    if (isRefusal(row)) return row
    if (await isOnlyOwner(tx, call.accountId, row)) return refuse('last_manager')
    const { accountId, userId, network, now } = call
    const entry = { userId, network, accountId, target: row.user_id ?? row.id, detail: { role: row.role }, now }
    if (row.status === 'pending') {
      await closeInvite(tx, call.id, 'cancelled', now)
      await logSecurity(platform, tx, { ...entry, act: 'team.invite_cancelled' })
      return undefined
    }
    const former = await formerManager(tx, row)
    await deleteMember(tx, accountId, row.id)
    const kind = row.user_id === userId ? 'left' : 'removed'
    await logSecurity(platform, tx, { ...entry, act: `team.${kind}` })
    const change = { kind, person: nameOf(row), role: row.role } as const
    await notifyManagers(platform, tx, { accountId, userId, change, former, now })
    return undefined
  })
