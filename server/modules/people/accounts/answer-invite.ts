import { type Refusal, refuse } from '@kartis/domain/refusal.ts'
import type { Platform } from '../../../platform/platform.ts'
import { inTransaction } from '../../../platform/database/db.ts'
import type { UserActor } from '../../../platform/http/authorization.ts'
import { insertMember, type Role } from './accounts-queries.ts'
import { closeInvite, inviteTo } from './team-queries.ts'

export interface Joined {
  readonly account: { readonly uuid: string; readonly name: string }
  readonly role: Role
}

/** Joins the team that invited the phone. Only that phone finds the invitation, and it is answered once. */
export const acceptInvitation = (
  platform: Platform,
  user: UserActor,
  id: string,
  now: Date,
): Promise<Joined | Refusal> =>
  inTransaction(platform.db, async (tx) => {
    const invite = await inviteTo(tx, user.phone, id)
    if (!invite) return refuse('not_found')
    // The role as it is when the invitation closes: the manager may just have changed it.
    const closed = await closeInvite(tx, id, 'accepted', now)
    if (!closed) return refuse('invite_closed')
    const { account_id, account_name } = invite
    await insertMember(tx, { id: platform.newId(), account_id, user_id: user.id, role: closed.role, created_at: now })
    return { account: { uuid: account_id, name: account_name }, role: closed.role }
  })

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
