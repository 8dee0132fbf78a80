import type { Member } from '@kartis/contract/accounts.ts'
import { canBeLimited, type Role, ROLES } from '@kartis/domain/permissions.ts'
import { commaText, agoText, dayText } from '@kartis/i18n/format.ts'
import { Avatar } from '@kartis/ui/components/avatar.tsx'
import { Button, IconButton } from '@kartis/ui/components/button.tsx'
import { Chip } from '@kartis/ui/components/chip.tsx'
import { PhoneText } from '@kartis/ui/components/phone-text.tsx'
import { Pieces } from '@kartis/ui/components/pieces.tsx'
import { UserText } from '@kartis/ui/components/user-text.tsx'
import { useLang } from '@kartis/ui/use-lang.ts'
import { IconCalendarEvent, IconChevronDown, IconLogout, IconTrash } from '@tabler/icons-react'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useSession } from '../../shared/session.ts'
import style from './team.module.css'
import { EventsDialog } from './events-dialog.tsx'
import { assignableRoles } from './role-choice.tsx'
import { memberName, useMemberActions } from './use-team.ts'

/** A member or a pending invitation, with role, events and the actions that the caller may take. */
export function MemberRow({ member }: { readonly member: Member }) {
  const { t } = useTranslation(['team', 'states'])
  const { can } = useSession()
  const [picking, setPicking] = useState(false)
  const actions = useMemberActions(member)
  const [now] = useState(() => new Date())
  const noteId = useId()
  const lang = useLang()
  const name = memberName(member)
  const pending = member.status === 'pending'
  const isLast = member.is_me && member.role === 'owner' && !member.can.remove
  // the current role is an option even if the caller may not assign it
  const roles = ROLES.filter((role) => role === member.role || assignableRoles(can).includes(role))
  return (
    <li className={style.member}>
      <Avatar name={pending ? '' : name} tone={pending ? 'quiet' : 'accent'} />
      <div className={style.who}>
        <h3>
          <UserText>{name}</UserText> {member.is_me && <Chip plain>{t('me')}</Chip>}
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
        {canBeLimited(member.role) && (
          <p>
            <EventsButton member={member} onClick={() => setPicking(true)} />
          </p>
        )}
        {isLast && <p id={noteId}>{t('last_manager')}</p>}
      </div>
      <div className={style.actions}>
        {pending && (
          <Button
            look="bare"
            aria-label={t('resend_to', { name })}
            disabled={actions.busy || !member.can.resend}
            onClick={actions.resend}
          >
            {t('resend')}
          </Button>
        )}
        <span className={style.role}>
          <select
            aria-label={t('role_of', { name })}
            aria-describedby={isLast ? noteId : undefined}
            value={member.role}
            disabled={!member.can.change || actions.busy}
            onChange={({ target }) => void actions.change(target.value as Role)}
          >
            {roles.map((role) => (
              <option key={role} value={role}>
                {t(`states:role.${role}`)}
              </option>
            ))}
          </select>
          <IconChevronDown size={18} stroke={1.75} aria-hidden />
        </span>
        <IconButton
          bare
          label={member.is_me ? t('leave') : t(pending ? 'cancel_one' : 'remove_one', { name })}
          aria-describedby={isLast ? noteId : undefined}
          disabled={!member.can.remove || actions.busy}
          onClick={() => void actions.remove()}
        >
          {member.is_me ? (
            <IconLogout size={20} stroke={1.75} aria-hidden />
          ) : (
            <IconTrash size={20} stroke={1.75} aria-hidden />
          )}
        </IconButton>
      </div>
      <EventsDialog
        member={member}
        open={picking}
        busy={actions.busy}
        onSave={(eventUuids) => actions.limit(eventUuids, () => setPicking(false))}
        onClose={() => setPicking(false)}
      />
    </li>
  )
}

/** The events that the membership is limited to; a button that changes them if the caller may. */
function EventsButton({ member, onClick }: { readonly member: Member; readonly onClick: () => void }) {
  const { t } = useTranslation('team')
  const lang = useLang()
  const text = member.events === null ? t('events.all') : t('events.count', { count: member.events.length })
  if (!member.can.change) return text
  return (
    <button
      type="button"
      className={style.events}
      title={
        member.events
          ? commaText(
              member.events.map(({ name }) => name),
              lang,
            )
          : undefined
      }
      aria-label={`${t('events.edit_of', { name: memberName(member) })}: ${text}`}
      onClick={onClick}
    >
      <IconCalendarEvent size={16} stroke={1.75} aria-hidden />
      {text}
    </button>
  )
}
