import type { Role } from '@kartis/domain/permissions.ts'
import { fullName } from '@kartis/domain/person-name.ts'
import { type Refusal, refuse } from '@kartis/domain/refusal.ts'
import type { Platform } from '../../../platform/platform.ts'
import { inTransaction } from '../../../platform/database/db.ts'
import type { UserActor } from '../../../platform/http/authorization.ts'
import { nameUser, type PersonName, userById } from '../auth/index.ts'
import { logSecurity } from '../security-log/index.ts'
import { insertMember } from './accounts-queries.ts'
import { notifyManagers } from './notify-managers.ts'
import { closeInvite, inviteTo } from './team-queries.ts'

export interface Joined {
  readonly account: { readonly uuid: string; readonly name: string }
  readonly role: Role
}

interface Acceptance {
  readonly user: UserActor
  readonly inviteId: string
  /** How a person who has not signed up wants to be called. */
  readonly name: Partial<PersonName> | undefined
  readonly now: Date
}

/**
 * Accepts an invitation and adds the user to the team; the phone that received it is proof enough, so that no sign-up is
 * needed. Refusals: `not_found` for an invitation of another phone, `invite_closed` when it was accepted, declined or
 * cancelled before, `validation` for a name that is none.
 */
export const acceptInvitation = (
  platform: Platform,
  { user, inviteId: id, name, now }: Acceptance,
): Promise<Joined | Refusal> =>
  inTransaction(platform.db, async (tx) => {
    const invite = await inviteTo(tx, user.phone, id)
    if (!invite) return refuse('not_found')
    if (name?.first_name !== undefined || name?.last_name !== undefined) {
      const { first_name = '', last_name = '' } = name
      const refused = await nameUser(tx, user.id, { first_name, last_name }, now)
      if (refused) return refused
    }
    // The row of the update has the current role and events; they may have changed since `inviteTo` read them.
    const closed = await closeInvite(tx, id, 'accepted', now)
    if (!closed) return refuse('invite_closed')
    const { account_id, account_name } = invite
    const member = { id: platform.newId(), account_id, user_id: user.id, role: closed.role, created_at: now }
    await insertMember(tx, member, closed.event_ids)
    const { id: userId, network, phone } = user
    const { role } = closed
    const entry = { userId, network, accountId: account_id, target: userId, detail: { role }, now }
    await logSecurity(platform, tx, { ...entry, act: 'team.joined' })
    const joined = await userById(tx, userId)
    const change = { kind: 'joined', person: (joined && fullName(joined)) || phone, role } as const
    await notifyManagers(platform, tx, { accountId: account_id, userId, change, now })
    return { account: { uuid: account_id, name: account_name }, role: closed.role }
  })

/** Declines an invitation. Refusals as for `acceptInvitation`. */
export const declineInvitation = (
  platform: Platform,
  user: UserActor,
  id: string,
  now: Date,
): Promise<Refusal | undefined> =>
  inTransaction(platform.db, async (tx) => {
    const invite = await inviteTo(tx, user.phone, id)
    if (!invite) return refuse('not_found')
    return (await closeInvite(tx, id, 'declined', now)) ? undefined : refuse('invite_closed')
  })
