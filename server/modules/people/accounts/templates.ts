import type { Role } from '@kartis/domain/permissions.ts'
import { momentText } from '@kartis/i18n/format.ts'
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

/** A change that every owner and manager of an account hears of. `person`: whom it concerns. */
export type AccountChange =
  | { readonly kind: 'bank'; readonly tail: string }
  | { readonly kind: 'terminal_added' | 'terminal_changed' | 'terminal_suspended'; readonly terminal: string }
  | { readonly kind: 'joined' | 'left' | 'removed'; readonly person: string; readonly role: Role }
  | { readonly kind: 'role'; readonly person: string; readonly role: Role; readonly before: Role }
  | { readonly kind: 'events'; readonly person: string; readonly role: Role }

interface AccountChanged {
  /** The account's name. */
  readonly account: string
  /** Who made the change. */
  readonly by: string
  readonly at: Date
  readonly change: AccountChange
}

/** A notice of changed bank details, or of a member who joined, left or may do something else now. */
export const accountChanged = defineTemplate(
  'account_changed',
  ({ account, by, at, change }: AccountChanged, { t, lang }) => {
    const key = `messages:account_changed.${change.kind}` as const
    const values = {
      account,
      by,
      person: 'person' in change ? change.person : '',
      role: 'role' in change ? t(`messages:role.${change.role}`) : '',
      before: 'before' in change ? t(`messages:role.${change.before}`) : '',
      tail: 'tail' in change ? change.tail : '',
      terminal: 'terminal' in change ? change.terminal : '',
    }
    const when = momentText(at.toISOString(), lang)
    return {
      sms: t('messages:account_changed.sms', { what: t(key, { ...values, account: smsName(account) }), by, when }),
      email: {
        subject: t('messages:account_changed.subject', { account }),
        title: t('messages:account_changed.title'),
        lines: [t(key, values)],
        facts: [
          [t('messages:fact.account'), account],
          [t('messages:fact.by'), by],
          [t('messages:fact.when'), when],
        ],
        note: t('messages:account_changed.note'),
      },
    }
  },
)
