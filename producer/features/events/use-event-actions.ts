import {
  archiveEvent,
  deleteEvent,
  duplicateEvent,
  type Event,
  publishEvent,
  unpublishEvent,
} from '@kartis/contract/events.ts'
import { exportNoShows } from '@kartis/contract/no-shows.ts'
import { decideEventMove } from '@kartis/domain/event.ts'
import { isRefusal } from '@kartis/domain/refusal.ts'
import { momentText, numberText } from '@kartis/i18n/format.ts'
import { choose, confirm } from '@kartis/ui/components/confirm.ts'
import { showToast } from '@kartis/ui/components/toast.ts'
import { useLang } from '@kartis/ui/use-lang.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate, useRouter } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { api, apiFile } from '../../shared/api.ts'
import { saveFile } from '../../shared/save-file.ts'
import { useSession } from '../../shared/session.ts'
import { useMutation } from '../../shared/use-mutation.ts'

export type EventAction = 'publish' | 'unpublish' | 'duplicate' | 'archive' | 'delete'

const CALLS = { publish: publishEvent, unpublish: unpublishEvent, archive: archiveEvent, duplicate: duplicateEvent }
const DANGER: readonly EventAction[] = ['unpublish', 'archive', 'delete']

/** The tickets that keep the event out of the archive until it has ended; 0 when it can be archived now. */
const ticketsBeforeArchive = ({ status, ends_at, sales }: Event): number => {
  const soldTickets = (sales?.sold ?? 0) + (sales?.invited ?? 0)
  const move = { status, endsAt: new Date(ends_at), missing: [], soldTickets }
  return isRefusal(decideEventMove('archive', move, new Date())) ? soldTickets : 0
}

/** The event's state changes: each asks for confirmation, shows the result and refreshes the lists. */
export const useEventActions = (event: Event) => {
  const { uuid } = event
  const { t } = useTranslation('event')
  const lang = useLang()
  const { can } = useSession()
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
  /** Why the event cannot be archived yet, and what can be done now. */
  const explainArchive = async (count: number): Promise<void> => {
    const moment = momentText(event.ends_at, lang, event.timezone)
    const answer = await choose({
      title: t('archive.later'),
      text: `${t('archive.tickets', { count })} ${t('archive.after', { moment })} ${t(event.can.unpublish ? 'archive.instead' : 'archive.cancel_first')}`,
      action: t('archive.orders'),
      ...(event.can.unpublish && { other: t('unpublish.action') }),
    })
    if (answer === 'action') await navigate({ to: '/events/$uuid/sold-tickets', params: { uuid } })
    if (answer === 'other') await confirmAction('unpublish')
  }
  /** Who came, before the event leaves the lists: the list of who did not can be saved on the way. */
  const confirmArchive = async (): Promise<boolean> => {
    const {
      total_scanned: scanned = 0,
      total_unscanned: absent = 0,
      total_tickets: total = 0,
    } = event.scan_statistics ?? {}
    const came = total === 0 ? '' : `${t('archive.came', { scanned: numberText(scanned, lang), count: total })} `
    const answer = await choose({
      title: t('archive.title'),
      text: `${came}${t('archive.text')}`,
      action: t('archive.action'),
      danger: true,
      ...(absent > 0 && can['order.export'] === true && { other: t('stage.export_absent') }),
    })
    if (answer !== 'other') return answer === 'action'
    const file = await apiFile(exportNoShows, { params: { uuid } })
    saveFile(file, `${t('stage.absent_file')} - ${event.name}.xlsx`)
    return confirmArchive()
  }
  const confirmAction = async (verb: EventAction): Promise<void> => {
    const valid = verb === 'archive' ? ticketsBeforeArchive(event) : 0
    if (valid > 0) return explainArchive(valid)
    if (verb === 'archive') {
      const isSure = await confirmArchive().catch(() => false)
      return isSure ? pendingAction.mutate(verb) : undefined
    }
    const yes = await confirm({
      title: t(`${verb}.title`),
      text: t(verb === 'publish' && event.cancelled_at !== null ? 'publish.text_cancelled' : `${verb}.text`),
      action: t(`${verb}.action`),
      danger: DANGER.includes(verb),
    })
    if (yes) pendingAction.mutate(verb)
  }
  return { confirmAction, pendingAction: pendingAction.isPending ? pendingAction.variables : undefined }
}
