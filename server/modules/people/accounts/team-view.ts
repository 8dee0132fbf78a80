import type { Member } from '@kartis/contract/accounts.ts'
import { isLastManager } from '@kartis/domain/permissions.ts'
import { nationalPhone } from '@kartis/domain/phone.ts'
import { fullName } from '../auth/index.ts'
import type { InviteRow, TeamRow } from './team-queries.ts'

/** `managers` is how many the team has: the last one can neither be removed nor become a scanner. */
export const viewMember = (row: TeamRow, me: string, managers: number): Member => {
  const last = row.status === 'active' && isLastManager(row, managers)
  return {
    uuid: row.id,
    role: row.role,
    status: row.status,
    phone_number: row.phone,
    user: row.user_id === null ? null : { uuid: row.user_id, name: fullName(row) || nationalPhone(row.phone) },
    is_me: row.user_id === me,
    created_at: row.created_at.toISOString(),
    can: { change: !last, remove: !last, resend: row.status === 'pending' },
  }
}

export const viewInvite = (row: InviteRow) => ({
  uuid: row.id,
  role: row.role,
  account: { uuid: row.account_id, name: row.account_name },
  invited_by: fullName({ first_name: row.inviter_first_name, last_name: row.inviter_last_name }) || null,
  created_at: row.created_at.toISOString(),
})
