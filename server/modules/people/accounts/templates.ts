import type { Role } from '@kartis/domain/permissions.ts'
import { defineTemplate, smsName } from '../../../platform/notifications/template.ts'

interface TeamInvite {
  /** The account's name. */
  readonly account: string
  readonly role: Role
  readonly link: string
}

/** Invites a person to an account's team. */
export const teamInvite = defineTemplate('team_invite', ({ account, role, link }: TeamInvite, { t }) => {
  const roleText = t(`messages:role.${role}`)
  return {
    sms: t('messages:team_invite.sms', { account: smsName(account), role: roleText, link }),
    email: {
      subject: t('messages:team_invite.subject', { account }),
      title: t('messages:team_invite.title'),
      lines: [t('messages:team_invite.body', { account })],
      facts: [
        [t('messages:fact.account'), account],
        [t('messages:fact.role'), roleText],
      ],
      button: { text: t('messages:team_invite.button'), link },
      note: t('messages:team_invite.note', { account }),
    },
  }
})
