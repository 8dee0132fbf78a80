import { acceptInvite, declineInvite, listInvites } from '@kartis/contract/accounts.ts'
import { phoneText } from '@kartis/i18n/format.ts'
import { Avatar } from '@kartis/ui/components/avatar.tsx'
import { Button } from '@kartis/ui/components/button.tsx'
import { confirm } from '@kartis/ui/components/confirm.ts'
import { Ago } from '@kartis/ui/components/date-text.tsx'
import { Dialog } from '@kartis/ui/components/dialog.tsx'
import { EmptyState } from '@kartis/ui/components/empty-state.tsx'
import { CardSkeleton } from '@kartis/ui/components/skeleton.tsx'
import { showToast } from '@kartis/ui/components/toast.ts'
import { UserText } from '@kartis/ui/components/user-text.tsx'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ReplyOf } from '@kartis/contract/endpoint.ts'
import { api } from '../../shared/api.ts'
import { sessionQuery, switchAccount, useSession } from '../../shared/session.ts'
import { useMutation } from '../../shared/use-mutation.ts'
import { WhenLoaded } from '../../shared/when-loaded.tsx'
import style from './welcome.module.css'

const INVITES = ['invites']

/** Pending invitations of the signed-in phone number. */
export function InvitesDialog({ open, onClose }: { readonly open: boolean; readonly onClose: () => void }) {
  const { t } = useTranslation('welcome')
  return (
    <Dialog open={open} onClose={onClose} title={t('invites.title')}>
      <Invites />
    </Dialog>
  )
}

function Invites() {
  const { t } = useTranslation('welcome')
  const { user } = useSession()
  const invites = useQuery({
    queryKey: INVITES,
    queryFn: () => api(listInvites, { query: { per_page: 100 } }),
    staleTime: 0,
  })
  return (
    <WhenLoaded query={invites} skeleton={<CardSkeleton count={1} />}>
      {({ data }) =>
        data.length === 0 ? (
          <EmptyState
            title={t('invites.empty')}
            text={t('invites.empty_text', { phone: phoneText(user?.phone.phone_number ?? '') })}
          />
        ) : (
          <ul className={style.invites}>
            {data.map((invite) => (
              <Invite key={invite.uuid} invite={invite} />
            ))}
          </ul>
        )
      }
    </WhenLoaded>
  )
}

function Invite({ invite }: { readonly invite: ReplyOf<typeof listInvites>['data'][number] }) {
  const { t } = useTranslation('welcome')
  const queries = useQueryClient()
  const [now] = useState(() => new Date())
  const { uuid, account, role } = invite
  const accepting = useMutation({
    mutationFn: () => api(acceptInvite, { params: { uuid } }),
    onSuccess: ({ data }) => switchAccount(data.account.uuid),
    onError: () => void queries.invalidateQueries({ queryKey: INVITES }),
  })
  const declining = useMutation({
    mutationFn: () => api(declineInvite, { params: { uuid } }),
    onSuccess: () => showToast({ state: 'info', text: t('invites.declined') }),
    onSettled: async () => {
      await queries.invalidateQueries({ queryKey: INVITES })
      await queries.invalidateQueries({ queryKey: sessionQuery.queryKey })
    },
  })
  const decline = async () => {
    const question = {
      title: t('invites.decline_title', { name: account.name }),
      text: t('invites.decline_text'),
      action: t('invites.decline'),
      danger: true,
    }
    if (await confirm(question)) declining.mutate()
  }
  const joining = accepting.isPending || accepting.isSuccess
  return (
    <li className={style.invite}>
      <Avatar name={account.name} square />
      <div className={style.inviteText}>
        <h3>
          <UserText>{account.name}</UserText>
        </h3>
        <p>{t(`invites.as_${role}`)}</p>
        <p className={style.small}>
          {invite.invited_by !== null && `${t('invites.from', { name: invite.invited_by })} · `}
          <Ago at={invite.created_at} now={now} />
        </p>
      </div>
      <div className={style.answers}>
        <Button busy={joining} busyText={t('invites.accepting')} onClick={() => accepting.mutate()}>
          {t('invites.accept')}
        </Button>
        <Button look="line" disabled={joining} busy={declining.isPending} onClick={() => void decline()}>
          {t('invites.decline')}
        </Button>
      </div>
    </li>
  )
}
