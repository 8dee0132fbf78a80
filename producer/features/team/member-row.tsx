import type { Member } from '@kartis/contract/accounts.ts'
import { agoText, dayText } from '@kartis/i18n/format.ts'
import { Avatar } from '@kartis/ui/components/avatar.tsx'
import { Button, IconButton } from '@kartis/ui/components/button.tsx'
import { Chip } from '@kartis/ui/components/chip.tsx'
import { PhoneText } from '@kartis/ui/components/phone-text.tsx'
import { Pieces } from '@kartis/ui/components/pieces.tsx'
import { useLang } from '@kartis/ui/use-lang.ts'
import { IconChevronDown, IconLogout, IconTrash } from '@tabler/icons-react'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import style from './team.module.css'
import { memberName, useMemberVerbs } from './use-team.ts'

const ROLES = ['manager', 'scanner'] as const

/** One of the team, or an open invitation: who, which role, and what can be done. */
export function MemberRow({ member }: { readonly member: Member }) {
  const { t } = useTranslation('team')
  const verbs = useMemberVerbs(member)
  const [now] = useState(() => new Date())
  const told = useId()
  const lang = useLang()
  const name = memberName(member)
  const pending = member.status === 'pending'
  const last = member.status === 'active' && !member.can.change
  return (
    <li className={style.member}>
      <Avatar name={pending ? '' : name} tone={pending ? 'quiet' : 'accent'} />
      <div className={style.who}>
        <h3>
          {name} {member.is_me && <Chip plain>{t('me')}</Chip>}
        </h3>
        <p>
          <Pieces
            pieces={
              pending
                ? [t('invited', { ago: agoText(member.created_at, now, lang) })]
                : [
                    <PhoneText key="phone" phone={member.phone_number} />,
                    t('joined', { day: dayText(member.created_at, lang) }),
                  ]
            }
          />
        </p>
        {last && <p id={told}>{t('last_manager')}</p>}
      </div>
      <div className={style.verbs}>
        {pending && (
          <Button
            look="bare"
            aria-label={t('resend_to', { name })}
            disabled={verbs.busy || !member.can.resend}
            onClick={verbs.resend}
          >
            {t('resend')}
          </Button>
        )}
        <span className={style.role}>
          <select
            aria-label={t('role_of', { name })}
            aria-describedby={last ? told : undefined}
            value={member.role}
            disabled={!member.can.change || verbs.busy}
            onChange={({ target }) => void verbs.change(target.value === 'scanner' ? 'scanner' : 'manager')}
          >
            {ROLES.map((role) => (
              <option key={role} value={role}>
                {t(role)}
              </option>
            ))}
          </select>
          <IconChevronDown size={18} stroke={1.75} aria-hidden />
        </span>
        <IconButton
          bare
          label={member.is_me ? t('leave') : t(pending ? 'cancel_one' : 'remove_one', { name })}
          aria-describedby={last ? told : undefined}
          disabled={!member.can.remove || verbs.busy}
          onClick={() => void verbs.remove()}
        >
          {member.is_me ? (
            <IconLogout size={20} stroke={1.75} aria-hidden />
          ) : (
            <IconTrash size={20} stroke={1.75} aria-hidden />
          )}
        </IconButton>
      </div>
    </li>
  )
}
