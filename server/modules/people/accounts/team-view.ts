import type { Member } from '@kartis/contract/accounts.ts'
import { canManageRole, isLastOwner, type Membership } from '@kartis/domain/permissions.ts'
import { fullName } from '@kartis/domain/person-name.ts'
import { nationalPhone } from '@kartis/domain/phone.ts'
import type { InviteRow, TeamRow } from './team-queries.ts'

interface Viewer {
  readonly userId: string
  readonly membership: Membership
  /** Owners of the account: the last one can neither be removed nor take another role. */
  readonly owners: number
}

export const viewMember = (row: TeamRow, { userId, membership, owners }: Viewer): Member => {
  const changes = canManageRole(membership, row.role)
  const isLast = row.status === 'active' && isLastOwner(row, owners)
  return {
    uuid: row.id,
    role: row.role,
    status: row.status,
    phone_number: row.phone,
    user: row.user_id === null ? null : { uuid: row.user_id, name: fullName(row) || nationalPhone(row.phone) },
    events: row.events?.map(({ id, name }) => ({ uuid: id, name })) ?? null,
    is_me: row.user_id === userId,
    created_at: row.created_at.toISOString(),
    can: {
      change: changes && !isLast,
      remove: (changes || row.user_id === userId) && !isLast,
      resend: changes && row.status === 'pending',
    },
  }
}

export const viewInvite = (row: InviteRow) => ({
  uuid: row.id,
  role: row.role,
  account: { uuid: row.account_id, name: row.account_name },
  invited_by: fullName({ first_name: row.inviter_first_name, last_name: row.inviter_last_name }) || null,
  created_at: row.created_at.toISOString(),
})
