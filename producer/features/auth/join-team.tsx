import { acceptInvite, declineInvite, listInvites } from '@kartis/contract/accounts.ts'
import type { ReplyOf } from '@kartis/contract/endpoint.ts'
import { personReasons } from '@kartis/domain/person.ts'
import { phoneText } from '@kartis/i18n/format.ts'
import { Avatar } from '@kartis/ui/components/avatar.tsx'
import { Button } from '@kartis/ui/components/button.tsx'
import { confirm } from '@kartis/ui/components/confirm.ts'
import { EmptyState } from '@kartis/ui/components/empty-state.tsx'
import { Stack } from '@kartis/ui/components/layout.tsx'
import { CardSkeleton } from '@kartis/ui/components/skeleton.tsx'
import { UserText } from '@kartis/ui/components/user-text.tsx'
import { useForm } from '@mantine/form'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { api } from '../../shared/api.ts'
import { fieldErrorsOf, reasonTexts } from '../../shared/field-errors.ts'
import { focusFirst } from '../../shared/focus-first.ts'
import { ButtonLink } from '../../shared/links.tsx'
import { type Session, sessionQuery, signOut, switchAccount } from '../../shared/session.ts'
import { useMutation } from '../../shared/use-mutation.ts'
import { WhenLoaded } from '../../shared/when-loaded.tsx'
import style from './join-team.module.css'
import { NameFields } from './name-fields.tsx'

const INVITES = ['invites', 'join']

type Invite = ReplyOf<typeof listInvites>['data'][number]
type User = NonNullable<Session['user']>

/** The invitations of the signed-in phone. Joining asks for a name where there is none, and opens the account. */
export function JoinTeam() {
  const session = useQuery(sessionQuery)
  const invites = useQuery({
    queryKey: INVITES,
    queryFn: async () => (await api(listInvites, { query: { per_page: 100 } })).data,
    staleTime: 0,
  })
  return (
    <WhenLoaded query={session} skeleton={<CardSkeleton count={1} />}>
      {({ user }) =>
        user && (
          <WhenLoaded query={invites} skeleton={<CardSkeleton count={1} />}>
            {(waiting) => (waiting.length === 0 ? <NoInvite user={user} /> : <Invites user={user} invites={waiting} />)}
          </WhenLoaded>
        )
      }
    </WhenLoaded>
  )
}

interface InvitesProps {
  readonly user: User
  readonly invites: readonly Invite[]
}

function Invites({ user, invites }: InvitesProps) {
  const { t, i18n } = useTranslation(['auth', 'welcome'])
  const queries = useQueryClient()
  const named = user.first_name !== null || user.last_name !== null
  const form = useForm({
    mode: 'controlled',
    initialValues: { first_name: '', last_name: '' },
    validate: (name) => (named ? {} : reasonTexts(i18n, personReasons(name))),
  })
  const accepting = useMutation({
    mutationFn: (uuid: string) => api(acceptInvite, { params: { uuid }, body: named ? {} : form.values }),
    onSuccess: ({ data }) => switchAccount(data.account.uuid),
    onError: (error) => {
      form.setErrors(fieldErrorsOf(i18n, error))
      return queries.invalidateQueries({ queryKey: INVITES })
    },
  })
  const declining = useMutation({
    mutationFn: (uuid: string) => api(declineInvite, { params: { uuid } }),
    onSettled: () => queries.invalidateQueries({ queryKey: INVITES }),
  })
  const decline = async ({ uuid, account }: Invite) => {
    const question = {
      title: t('welcome:invites.decline_title', { name: account.name }),
      text: t('welcome:invites.decline_text'),
      action: t('welcome:invites.decline'),
      danger: true,
    }
    if (await confirm(question)) declining.mutate(uuid)
  }
  const busy = accepting.isPending || accepting.isSuccess
  const join = ({ uuid }: Invite) =>
    form.onSubmit(
      () => accepting.mutate(uuid),
      (errors) => focusFirst(form, errors),
    )()
  return (
    <Stack gap="wide">
      {!named && <NameFields form={form} />}
      <ul className={style.invites}>
        {invites.map((invite) => (
          <li key={invite.uuid} className={style.invite}>
            <div className={style.who}>
              <Avatar name={invite.account.name} square />
              <div>
                <h2>
                  <UserText>{invite.account.name}</UserText>
                </h2>
                <p>{t(`welcome:invites.as_${invite.role}`)}</p>
                {invite.invited_by !== null && <p>{t('welcome:invites.from', { name: invite.invited_by })}</p>}
              </div>
            </div>
            <Button
              size="big"
              full
              disabled={busy}
              busy={busy && accepting.variables === invite.uuid}
              busyText={t('welcome:invites.accepting')}
              onClick={() => join(invite)}
            >
              {t('auth:join.accept')}
            </Button>
            <Button
              look="bare"
              full
              disabled={busy}
              busy={declining.isPending && declining.variables === invite.uuid}
              onClick={() => void decline(invite)}
            >
              {t('welcome:invites.decline')}
            </Button>
          </li>
        ))}
      </ul>
    </Stack>
  )
}

/** The phone is signed in, and nobody invited it. */
function NoInvite({ user }: { readonly user: User }) {
  const { t } = useTranslation(['auth', 'welcome'])
  return (
    <EmptyState
      title={t('welcome:invites.empty')}
      text={t('welcome:invites.empty_text', { phone: phoneText(user.phone.phone_number) })}
      action={
        <Stack>
          {user.accounts.length > 0 && <ButtonLink to="/">{t('auth:join.home')}</ButtonLink>}
          <Button look="line" onClick={() => void signOut('/join')}>
            {t('auth:join.other_phone')}
          </Button>
        </Stack>
      }
    />
  )
}
