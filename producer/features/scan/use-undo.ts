import type { ScanStatistics } from '@kartis/contract/event-figures.ts'
import { confirm } from '@kartis/ui/components/confirm.ts'
import { showToast } from '@kartis/ui/components/toast.ts'
import { useTranslation } from 'react-i18next'
import { offline } from '../../shared/connection.ts'
import type { LocalAdmissionList } from '../../shared/check-in/admission-list.ts'
import { useMutation } from '../../shared/use-mutation.ts'
import { undoEntry } from './gate-acts.ts'

export interface Undo {
  /** Whether this person may undo entries. */
  readonly isAllowed: boolean
  readonly isPending: boolean
  /** Asks and undoes. Resolves to true once the entry is undone. */
  readonly run: (ticket: { readonly uuid: string; readonly name: string }) => Promise<boolean>
}

/** Undoing of entries at the gate: asked first, recorded by the server, for check-in leads and managers. */
export const useUndo = (
  event: string,
  list: () => LocalAdmissionList | undefined,
  onCounters: (counters: ScanStatistics) => void,
  isAllowed: boolean,
): Undo => {
  const { t } = useTranslation('gate')
  const undo = useMutation({ mutationFn: (uuid: string) => undoEntry(event, list(), uuid) })
  const run: Undo['run'] = async ({ uuid, name }) => {
    if (offline.read()) {
      showToast({ state: 'bad', text: t('undo.offline') })
      return false
    }
    const question = { title: t('undo.title', { name }), text: t('undo.text'), action: t('undo.action'), danger: true }
    if (!(await confirm({ ...question, stay: t('undo.keep') }))) return false
    try {
      onCounters(await undo.mutateAsync(uuid))
      showToast({ state: 'good', text: t('undo.done', { name }) })
      return true
    } catch {
      return false // the mutation's own toast says why
    }
  }
  return { isAllowed, isPending: undo.isPending, run }
}
