import { inviteMember, listMembers, type Member, removeMember, updateMember } from '@kartis/contract/accounts.ts'
import type { BodyIn } from '@kartis/contract/endpoint.ts'
import { phoneText } from '@kartis/i18n/format.ts'
import { confirm } from '@kartis/ui/components/confirm.ts'
import { showToast } from '@kartis/ui/components/toast.ts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { api } from '../../shared/api.ts'
import { sessionQuery, useSession } from '../../shared/session.ts'
import { storeWorkspace } from '../../shared/storage.ts'
import { useMutation } from '../../shared/use-mutation.ts'

export const TEAM = ['team']

export const useTeam = (page: number, enabled: boolean) =>
  useQuery({
    queryKey: [...TEAM, page],
    queryFn: () => api(listMembers, { query: { page, per_page: 50 } }),
    enabled,
  })

/** Display name of a member: the user's name, or the phone number while the invitation is pending. */
export const memberName = (member: Member): string => member.user?.name ?? phoneText(member.phone_number)

/** Actions on a member; those that take access away ask for confirmation first. */
export const useMemberActions = (member: Member) => {
  const { t } = useTranslation(['team', 'states'])
  const { account } = useSession()
  const queries = useQueryClient()
  const settle = () => queries.invalidateQueries({ queryKey: TEAM })
  const name = memberName(member)
  const params = { uuid: member.uuid }

  const changing = useMutation({
    mutationFn: (body: BodyIn<typeof updateMember>) => api(updateMember, { params, body }),
    onSuccess: async () => {
      showToast({ state: 'good', text: t('changed') })
      if (member.is_me) await queries.invalidateQueries({ queryKey: sessionQuery.queryKey })
    },
    onSettled: settle,
  })
  const resending = useMutation({
    mutationFn: () =>
      api(inviteMember, {
        body: {
          role: member.role,
          phone_number: member.phone_number,
          event_uuids: member.events?.map(({ uuid }) => uuid) ?? null,
        },
      }),
    onSuccess: () => showToast({ state: 'good', text: t('resent') }),
    onSettled: settle,
  })
  const removing = useMutation({
    mutationFn: () => api(removeMember, { params }),
    onSuccess: () => {
      if (member.is_me) {
        storeWorkspace(undefined)
        return location.assign('/')
      }
      return showToast({ state: 'info', text: member.status === 'pending' ? t('cancelled') : t('removed') })
    },
    onSettled: settle,
  })

  const change = async (role: Member['role']) => {
    if (role === member.role) return
    const confirmed =
      !member.is_me ||
      (await confirm({
        title: t('confirm.demote_title', { role: t(`states:role.${role}`) }),
        text: t('confirm.demote_text'),
        action: t('confirm.demote'),
        danger: true,
      }))
    if (confirmed) changing.mutate({ role })
  }
  const remove = async () => {
    const kind = member.is_me ? 'leave' : member.status === 'pending' ? 'cancel' : 'remove'
    const values = { name, account: account?.name ?? '' }
    const action = { leave: t('leave'), cancel: t('cancel_invite'), remove: t('remove') }[kind]
    const title = t(`confirm.${kind}_title`, values)
    if (await confirm({ title, text: t(`confirm.${kind}_text`), action, danger: true })) removing.mutate()
  }
  return {
    change,
    limit: (eventUuids: string[] | null, onDone: () => void) =>
      changing.mutate({ event_uuids: eventUuids }, { onSuccess: onDone }),
    remove,
    resend: () => resending.mutate(),
    busy: changing.isPending || resending.isPending || removing.isPending,
  }
}
