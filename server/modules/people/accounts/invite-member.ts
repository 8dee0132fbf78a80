import type { Member } from '@kartis/contract/accounts.ts'
import { COUNTRIES, parsePhone } from '@kartis/domain/phone.ts'
import { type Refusal, refuse, refuseField } from '@kartis/domain/refusal.ts'
import type { Lang } from '@kartis/i18n/lang.ts'
import type { Platform } from '../../../platform/platform.ts'
import { inTransaction } from '../../../platform/database/db.ts'
import { limit } from '../../../platform/http/rate-limit.ts'
import { accountById, type Role } from './accounts-queries.ts'
import { isMemberPhone, keepInvite, lockTeam, teamRow } from './team-queries.ts'
import { viewMember } from './team-view.ts'
import { teamInvite } from './templates.ts'

interface Invite {
  readonly accountId: string
  readonly userId: string
  readonly role: Role
  readonly countryCode: string | undefined
  readonly number: string
  readonly lang: Lang
  readonly now: Date
}

/** SMS cost money and patience: nobody needs more in a day. */
const PER_ACCOUNT_A_DAY = { max: 100, seconds: 86_400 }
const PER_PHONE_A_DAY = { max: 5, seconds: 86_400 }

const readPhone = ({ countryCode, number }: Invite): string | Refusal => {
  const parsed = parsePhone(countryCode || (COUNTRIES[0]?.code ?? ''), number)
  return parsed.ok ? parsed.e164 : refuseField('phone_number', parsed.reason)
}

/** Invites a phone by SMS. A second invitation of the same phone brings the first up to date and sends the SMS again. */
export const inviteToTeam = async (platform: Platform, invite: Invite): Promise<Member | Refusal> => {
  const phone = readPhone(invite)
  if (typeof phone !== 'string') return phone
  const tooMany =
    (await limit(platform, `team:phone:${invite.accountId}:${phone}`, PER_PHONE_A_DAY)) ??
    (await limit(platform, `team:account:${invite.accountId}`, PER_ACCOUNT_A_DAY))
  if (tooMany) return tooMany
  const { accountId, userId, role, now } = invite
  return inTransaction(platform.db, async (tx) => {
    await lockTeam(tx, accountId)
    const account = await accountById(tx, accountId)
    if (!account) return refuse('wrong_workspace')
    if (await isMemberPhone(tx, accountId, phone)) return refuse('already_member')
    const fresh = { id: platform.newId(), account_id: accountId, phone, role, invited_by: userId, created_at: now }
    const id = await keepInvite(tx, fresh)
    await platform.notifications.send(tx, {
      channel: 'sms',
      to: phone,
      lang: invite.lang,
      content: teamInvite({ account: account.name, role, link: `${platform.settings.publicUrl}/welcome` }),
      accountId,
    })
    const row = await teamRow(tx, accountId, id)
    return row ? viewMember(row, userId, 1) : refuse('not_found')
  })
}
