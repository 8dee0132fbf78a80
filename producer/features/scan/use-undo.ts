import type { ScanStatistics } from '@kartis/contract/event-figures.ts'
import { ownUndoLeft } from '@kartis/domain/own-undo.ts'
import { confirm } from '@kartis/ui/components/confirm.ts'
import { showToast } from '@kartis/ui/components/toast.ts'
import { useTranslation } from 'react-i18next'
import { offline } from '../../shared/connection.ts'
import type { LocalAdmissionList } from '../../shared/check-in/admission-list.ts'
import { useMutation } from '../../shared/use-mutation.ts'
import { type OwnEntry, undoEntry, undoOwnEntry } from './gate-acts.ts'

interface Undone {
  readonly uuid: string
  /** The guest; undefined where this device has no name. */
  readonly name: string | undefined
  /** Of the ticket, which stands for a guest without a name. */
  readonly number: string
  /** The last entry of this device, which whoever made it may take back for a short time, also without a network. */
  readonly own?: OwnEntry | undefined
}

export interface Undo {
  /** Whether this person may undo any entry. */
  readonly isAllowed: boolean
  readonly isPending: boolean
  /** Asks and undoes. Resolves to true once the entry is undone. */
  readonly run: (ticket: Undone) => Promise<boolean>
}

const isOwn = (own: OwnEntry | undefined): own is OwnEntry =>
  own !== undefined && ownUndoLeft(new Date(own.at), new Date()) > 0

/** Undoing of entries at the gate, with a question first: the last own one by anybody, any one by leads and managers. */
export const useUndo = (
  event: string,
  list: () => LocalAdmissionList | undefined,
  onCounters: (counters: ScanStatistics) => void,
  isAllowed: boolean,
  /** The result on the screen. */
  shown: () => unknown = () => undefined,
): Undo => {
  const { t } = useTranslation('gate')
  const undo = useMutation({
    mutationFn: ({ uuid, own }: Undone) =>
      isOwn(own) ? undoOwnEntry(event, list(), own) : undoEntry(event, list(), uuid),
  })
  const run: Undo['run'] = async (ticket) => {
    const { own } = ticket
    const name = ticket.name ?? t('undo.ticket', { number: ticket.number })
    const before = shown()
    if (offline.read() && !isOwn(own)) {
      showToast({ state: 'bad', text: t('undo.offline') })
      return false
    }
    const question = { title: t('undo.title', { name }), text: t('undo.text'), action: t('undo.action'), danger: true }
    if (!(await confirm({ ...question, stay: t('undo.keep') }))) return false
    if (!isAllowed && !isOwn(own)) {
      showToast({ state: 'bad', text: t('undo.late') })
      return false
    }
    try {
      const counters = await undo.mutateAsync(ticket)
      if (counters) onCounters(counters)
      // Over the result of the next guest it would be read as his.
      if (shown() === undefined || shown() === before) showToast({ state: 'good', text: t('undo.done', { name }) })
      return true
    } catch {
      return false // the mutation's own toast says why
    }
  }
  return { isAllowed, isPending: undo.isPending, run }
}
