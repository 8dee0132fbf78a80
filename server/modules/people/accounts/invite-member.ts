import type { Member } from '@kartis/contract/accounts.ts'
import { canManageRole, type Membership, type Role } from '@kartis/domain/permissions.ts'
import { DEFAULT_COUNTRY_CODE, parsePhone } from '@kartis/domain/phone.ts'
import { isRefusal, type Refusal, refuse, refuseField } from '@kartis/domain/refusal.ts'
import type { Lang } from '@kartis/i18n/lang.ts'
import type { Platform } from '../../../platform/platform.ts'
import { inTransaction, type Tx } from '../../../platform/database/db.ts'
import { limit } from '../../../platform/http/rate-limit.ts'
import { logSecurity } from '../security-log/index.ts'
import { accountById } from './accounts-queries.ts'
import { checkEvents } from './check-events.ts'
import { countOwners, isMemberPhone, lockTeam, pendingInvite, upsertInvite, teamRow } from './team-queries.ts'
import { viewMember } from './team-view.ts'
import { teamInvite } from './templates.ts'

interface Invite {
  readonly accountId: string
  readonly userId: string
  readonly network: string
  /** The inviter's membership of the account. */
  readonly membership: Membership
  readonly role: Role
  /** Null: all events. */
  readonly eventIds: readonly string[] | null
  /** Calling code without `+`; undefined: the default country. */
  readonly countryCode: string | undefined
  /** The phone number as typed. */
  readonly number: string
  readonly lang: Lang
  readonly now: Date
}

/** Each invitation costs an SMS. */
const PER_ACCOUNT_A_DAY = { max: 100, seconds: 86_400 }
const PER_PHONE_A_DAY = { max: 5, seconds: 86_400 }

const readPhone = ({ countryCode, number }: Invite): string | Refusal => {
  const parsed = parsePhone(countryCode || DEFAULT_COUNTRY_CODE, number)
  return parsed.ok ? parsed.e164 : refuseField('phone_number', parsed.reason)
}

/** Counts and writes the SMS; throws `too_many_requests` beyond a budget, which undoes the invitation. */
const sendInvite = async (
  platform: Platform,
  tx: Tx,
  { accountId, userId, network, role, lang }: Invite,
  { phone, account }: { readonly phone: string; readonly account: string },
): Promise<void> => {
  const message = { channel: 'sms' as const, to: phone, accountId }
  await platform.notifications.takeBudget(tx, [{ ...message, cause: { member: { userId, network } } }])
  const content = teamInvite({ account, role, link: `${platform.settings.publicUrl}/join` })
  await platform.notifications.send(tx, { ...message, lang, content })
}

/**
 * Invites a phone to the account's team by SMS. A second invitation of the same phone updates the first and sends the SMS again. Refusals:
 * `forbidden` for a role that the inviter may not grant, `validation`, `already_member`, `too_many_requests` (for a budget of
 * messages as a `RefusalError`), `wrong_workspace` when the account does not exist.
 */
export const inviteMember = async (platform: Platform, invite: Invite): Promise<Member | Refusal> => {
  if (!canManageRole(invite.membership, invite.role)) return refuse('forbidden')
  const phone = readPhone(invite)
  if (typeof phone !== 'string') return phone
  const tooMany =
    (await limit(platform, `team:phone:${invite.accountId}:${phone}`, PER_PHONE_A_DAY)) ??
    (await limit(platform, `team:account:${invite.accountId}`, PER_ACCOUNT_A_DAY))
  if (tooMany) return tooMany
  const { accountId, userId, membership, role, now } = invite
  return inTransaction(platform.db, async (tx) => {
    await lockTeam(tx, accountId)
    const account = await accountById(tx, accountId)
    if (!account) return refuse('wrong_workspace')
    if (await isMemberPhone(tx, accountId, phone)) return refuse('already_member')
    const existing = await pendingInvite(tx, accountId, phone)
    if (existing && !canManageRole(membership, existing.role)) return refuse('forbidden')
    const events = await checkEvents(tx, accountId, role, invite.eventIds)
    if (isRefusal(events)) return events
    const access = { role, event_ids: events.ids }
    const invitation = { id: platform.newId(), account_id: accountId, phone, invited_by: userId, created_at: now }
    const id = await upsertInvite(tx, { ...invitation, ...access })
    const entry = {
      act: 'team.invited',
      userId,
      network: invite.network,
      accountId,
      target: id,
      detail: { role },
      now,
    } as const
    await logSecurity(platform, tx, entry)
    const row = await teamRow(tx, accountId, id)
    const owners = await countOwners(tx, accountId)
    await sendInvite(platform, tx, invite, { phone, account: account.name })
    return row ? viewMember(row, { userId, membership, owners }) : refuse('not_found')
  })
}
