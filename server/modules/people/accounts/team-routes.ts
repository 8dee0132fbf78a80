import * as contract from '@kartis/contract/accounts.ts'
import { isRefusal, type Refusal } from '@kartis/domain/refusal.ts'
import type { Platform } from '../../../platform/platform.ts'
import type { AccountActor, UserActor } from '../../../platform/http/authorization.ts'
import { viewPage } from '../../../platform/http/listing.ts'
import { type App, route } from '../../../platform/http/route.ts'
import { acceptInvitation, declineInvitation } from './answer-invite.ts'
import { changeMember, refuseUnpermitted, removeFromTeam } from './change-team.ts'
import { inviteMember } from './invite-member.ts'
import { countOwners, listInvitesTo, listTeam } from './team-queries.ts'
import { viewInvite, viewMember } from './team-view.ts'

const done = { data: { done: true as const } }

export const teamRoutes = (app: App, platform: Platform): void => {
  const { db } = platform

  route(app, contract.listMembers, async ({ actor, query }) => {
    const { rows, total } = await listTeam(db, actor.account.id, { status: query.filter?.status }, query)
    const owners = await countOwners(db, actor.account.id)
    const viewer = { userId: actor.user.id, membership: actor.account, owners }
    return viewPage(
      rows.map((row) => viewMember(row, viewer)),
      total,
      query,
    )
  })

  /** A role that the caller may not give or take is refused before a proof is asked for. */
  const permits = (
    { user, account }: { readonly user: UserActor; readonly account: AccountActor },
    { params, body }: { readonly params: unknown; readonly body: unknown },
  ): Promise<Refusal | undefined> => {
    const { uuid: id } = (params ?? {}) as { uuid?: unknown }
    const { role } = (body ?? {}) as { role?: unknown }
    return refuseUnpermitted(db, account, { accountId: account.id, userId: user.id, id, role })
  }

  route(
    app,
    contract.inviteMember,
    async ({ actor, body, lang, now }) => {
      const { role, phone_number: number, phone_country_code: countryCode, event_uuids: eventIds } = body
      const { id: userId, network } = actor.user
      const inviter = { accountId: actor.account.id, userId, network, membership: actor.account }
      const member = await inviteMember(platform, { ...inviter, role, eventIds, number, countryCode, lang, now })
      return isRefusal(member) ? member : { data: member }
    },
    { permits },
  )

  route(
    app,
    contract.updateMember,
    async ({ actor, params, body, now }) => {
      const call = {
        accountId: actor.account.id,
        userId: actor.user.id,
        network: actor.user.network,
        id: params.uuid,
        now,
      }
      const member = await changeMember(platform, call, body)
      return isRefusal(member) ? member : { data: member }
    },
    { permits },
  )

  route(
    app,
    contract.removeMember,
    async ({ actor, params, now }) => {
      const call = {
        accountId: actor.account.id,
        userId: actor.user.id,
        network: actor.user.network,
        id: params.uuid,
        now,
      }
      return (await removeFromTeam(platform, call)) ?? done
    },
    { permits },
  )

  route(app, contract.listInvites, async ({ actor, query }) => {
    const { rows, total } = await listInvitesTo(db, actor.user.phone, query)
    return viewPage(rows.map(viewInvite), total, query)
  })

  route(app, contract.acceptInvite, async ({ actor, params, body, now }) => {
    const joined = await acceptInvitation(platform, { user: actor.user, inviteId: params.uuid, name: body, now })
    return isRefusal(joined) ? joined : { data: joined }
  })

  route(app, contract.declineInvite, async ({ actor, params, now }) => {
    return (await declineInvitation(platform, actor.user, params.uuid, now)) ?? done
  })
}
