import * as contract from '@kartis/contract/invitations.ts'
import { isRefusal, type Refusal, refuse } from '@kartis/domain/refusal.ts'
import type { Platform } from '../../../platform/platform.ts'
import type { AccountActor, UserActor } from '../../../platform/http/authorization.ts'
import { viewPage } from '../../../platform/http/listing.ts'
import { type App, route } from '../../../platform/http/route.ts'
import { eventRow } from '../../catalogue/events/index.ts'
import { resendInvitation, revokeInvitation } from './change-invitation.ts'
import { viewInvitations } from './invitation-view.ts'
import { type InvitationRow, listInvitationRows, readInvitation } from './invitations-queries.ts'
import type { SendingInvitations } from './send-invitation.ts'

const shown = async (platform: Platform, eventId: string, id: string) => {
  const row = await readInvitation(platform.db, eventId, id)
  const [invitation] = row ? await viewInvitations(platform, [row]) : []
  return invitation ? { data: invitation } : refuse('not_found')
}

type Change = (platform: Platform, row: InvitationRow, user: UserActor, now: Date) => Promise<Refusal | undefined>

interface ChangeCall {
  readonly params: { readonly uuid: string; readonly invitation_uuid: string }
  readonly actor: { readonly user: UserActor; readonly account: AccountActor }
  readonly now: Date
  readonly platform: Platform
}

const changing =
  (change: Change) =>
  async ({ params, actor, now, platform }: ChangeCall) => {
    const event = await eventRow(platform.db, actor.account.id, params.uuid)
    const row = event && (await readInvitation(platform.db, event.id, params.invitation_uuid))
    if (!row) return refuse('not_found')
    const refused = await change(platform, row, actor.user, now)
    return refused ?? shown(platform, row.event_id, row.id)
  }

export const routes = (app: App, invitations: SendingInvitations): void => {
  route(app, contract.sendInvitation, async ({ params, body, actor, lang }) => {
    const place = { accountId: actor.account.id, eventId: params.uuid }
    const invitation = await invitations.send(place, body, { user: actor.user, lang })
    return isRefusal(invitation) ? invitation : { data: invitation }
  })

  route(app, contract.listInvitations, async ({ params, query, actor, platform }) => {
    const event = await eventRow(platform.db, actor.account.id, params.uuid)
    if (!event) return refuse('not_found')
    const { rows, total } = await listInvitationRows(platform.db, event.id, {
      ...query,
      status: query.filter?.status,
      or: Object.fromEntries(Object.entries(query.filter?.or ?? {}).filter(([, text]) => text?.trim())),
      direction: query.sort === 'created_at' ? 'asc' : 'desc',
    })
    return viewPage(await viewInvitations(platform, rows), total, query)
  })

  route(app, contract.resendInvitation, changing(resendInvitation))
  route(app, contract.revokeInvitation, changing(revokeInvitation))
}
