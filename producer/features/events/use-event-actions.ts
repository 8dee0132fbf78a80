import { archiveEvent, deleteEvent, duplicateEvent, publishEvent, unpublishEvent } from '@kartis/contract/events.ts'
import { confirm } from '@kartis/ui/components/confirm.ts'
import { showToast } from '@kartis/ui/components/toast.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate, useRouter } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { api } from '../../shared/api.ts'
import { useMutation } from '../../shared/use-mutation.ts'

export type EventAction = 'publish' | 'unpublish' | 'duplicate' | 'archive' | 'delete'

const CALLS = { publish: publishEvent, unpublish: unpublishEvent, archive: archiveEvent, duplicate: duplicateEvent }
const DANGER: readonly EventAction[] = ['unpublish', 'archive', 'delete']

/** The event's state changes: each asks for confirmation, shows the result and refreshes the lists. */
export const useEventActions = (uuid: string) => {
  const { t } = useTranslation('event')
  const queries = useQueryClient()
  const navigate = useNavigate()
  const router = useRouter()
  const pendingAction = useMutation({
    mutationFn: async (verb: EventAction): Promise<string> => {
      if (verb !== 'delete') return (await api(CALLS[verb], { params: { uuid } })).data.uuid
      await api(deleteEvent, { params: { uuid } })
      return uuid
    },
    onSuccess: async (after, verb) => {
      showToast({ state: 'good', text: t(`${verb}.done`) })
      if (verb === 'delete') await navigate({ to: '/' })
      else if (verb === 'archive') router.history.push('/?tab=archived')
      else await queries.invalidateQueries({ queryKey: ['event', uuid] })
      if (verb === 'duplicate') await navigate({ to: '/events/$uuid', params: { uuid: after } })
      await queries.invalidateQueries({ queryKey: ['events'] })
    },
    // outdated data on the screen may be the reason for the refusal
    onError: () => queries.invalidateQueries({ queryKey: ['event', uuid] }),
  })
  const confirmAction = async (verb: EventAction): Promise<void> => {
    const yes = await confirm({
      title: t(`${verb}.title`),
      text: t(`${verb}.text`),
      action: t(`${verb}.action`),
      danger: DANGER.includes(verb),
    })
    if (yes) pendingAction.mutate(verb)
  }
  return { confirmAction, pendingAction: pendingAction.isPending ? pendingAction.variables : undefined }
}
