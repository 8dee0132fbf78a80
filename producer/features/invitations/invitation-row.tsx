import { type Invitation, resendInvitation, revokeInvitation } from '@kartis/contract/invitations.ts'
import { commaText, momentShortText } from '@kartis/i18n/format.ts'
import { IconButton } from '@kartis/ui/components/button.tsx'
import { Chip } from '@kartis/ui/components/chip.tsx'
import { confirm } from '@kartis/ui/components/confirm.ts'
import { showToast } from '@kartis/ui/components/toast.ts'
import { useLang } from '@kartis/ui/use-lang.ts'
import { IconPencil, IconSend, IconTicket, IconTicketOff } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '../../shared/api.ts'
import { PersonRow } from '../../shared/person-row.tsx'
import { useMutation } from '../../shared/use-mutation.ts'
import { EditGuestDialog } from './edit-guest-dialog.tsx'
import { invitedKey } from './use-invitations.ts'

const ICON = { size: 20, stroke: 1.75, 'aria-hidden': true } as const

/** One guest: tickets, redemption, resend and revoke. */
export function InvitationRow({
  eventUuid,
  invitation,
}: {
  readonly eventUuid: string
  readonly invitation: Invitation
}) {
  const { t } = useTranslation('invitations')
  const lang = useLang()
  const { name, phone } = invitation.recipient
  const isSent = invitation.status === 'sent'
  const [isEditing, setIsEditing] = useState(false)
  const { resend, revoke, isBusy, isResending } = useInvitationVerbs(eventUuid, invitation)
  return (
    <>
      <PersonRow
        name={name}
        title={name}
        under={<bdi dir="ltr">{phone}</bdi>}
        end={<Redemption invitation={invitation} />}
        endUnder={t('list.number', { number: invitation.order_number })}
        faded={!isSent}
        facts={[
          <>
            <IconTicket size={18} stroke={1.75} aria-hidden />
            {t('list.tickets', { count: invitation.tickets_count })}
          </>,
          commaText(
            invitation.items.map((item) => item.name),
            lang,
          ),
          momentShortText(invitation.created_at, lang),
        ]}
        actions={
          isSent && (
            <>
              <IconButton label={`${t('list.edit')}: ${name}`} disabled={isBusy} onClick={() => setIsEditing(true)}>
                <IconPencil {...ICON} />
              </IconButton>
              <IconButton label={`${t('list.resend')}: ${name}`} disabled={isBusy} busy={isResending} onClick={resend}>
                <IconSend {...ICON} />
              </IconButton>
              <IconButton label={`${t('list.revoke')}: ${name}`} disabled={isBusy} onClick={revoke}>
                <IconTicketOff {...ICON} />
              </IconButton>
            </>
          )
        }
      />
      {isEditing && (
        <EditGuestDialog eventUuid={eventUuid} invitation={invitation} onClose={() => setIsEditing(false)} />
      )}
    </>
  )
}

function Redemption({ invitation }: { readonly invitation: Invitation }) {
  const { t } = useTranslation(['invitations', 'states'])
  const { status, redemption, redeemed_count: redeemed, tickets_count: total } = invitation
  if (status === 'revoked') return <Chip>{t('invitations:list.revoked')}</Chip>
  if (redemption === 'redeemed') return <Chip state="good">{t('states:ticket.redeemed')}</Chip>
  if (redemption === 'partly') return <Chip state="info">{t('invitations:list.partly', { redeemed, total })}</Chip>
  return <Chip state="accent">{t('states:ticket.pending')}</Chip>
}

const useInvitationVerbs = (eventUuid: string, { uuid, recipient }: Invitation) => {
  const { t } = useTranslation('invitations')
  const queries = useQueryClient()
  const refresh = () =>
    Promise.all([
      queries.invalidateQueries({ queryKey: invitedKey(eventUuid) }),
      queries.invalidateQueries({ queryKey: ['event', eventUuid] }),
    ])
  const params = { uuid: eventUuid, invitation_uuid: uuid }
  const resending = useMutation({
    mutationFn: () => api(resendInvitation, { params }),
    onSuccess: () =>
      showToast({
        state: 'good',
        text: t('list.resent', { name: recipient.name, phone: `\u2066${recipient.phone}\u2069` }),
      }),
  })
  const revoking = useMutation({
    mutationFn: () => api(revokeInvitation, { params }),
    onSuccess: () => showToast({ state: 'good', text: t('list.revoked_done') }),
    onSettled: refresh,
  })
  const revoke = async () => {
    const yes = await confirm({
      title: t('list.revoke_title', { name: recipient.name }),
      text: t('list.revoke_text'),
      action: t('list.revoke'),
      danger: true,
    })
    if (yes) revoking.mutate()
  }
  return {
    resend: () => resending.mutate(),
    revoke: () => void revoke(),
    isBusy: resending.isPending || revoking.isPending,
    isResending: resending.isPending,
  }
}
