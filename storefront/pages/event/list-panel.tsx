import { type ReactNode, useEffect, useEffectEvent } from 'react'
import { usePageContext } from '../../shared/page-context.tsx'
import parts from '../../shared/parts.module.css'
import { ListEntry } from './list-entry.tsx'
import { ListForm } from './list-form.tsx'
import type { ListKind } from './saved-entry.ts'
import { useOwnEntry } from './use-own-entry.ts'

interface Props {
  readonly event: string
  readonly kind: ListKind
  /** Who sends the messages. */
  readonly organiser: string
  readonly isOpen: boolean
  /** Whether the visitor is on the list. */
  readonly onEntry: (isOn: boolean) => void
  /** What opens the form. */
  readonly children: ReactNode
}

/** The waiting list for a visitor: the own entry, the form, or what opens it. */
export const ListPanel = ({ event, kind, organiser, isOpen, onEntry, children }: Props) => {
  const { t } = usePageContext()
  const { entry, hasLeft, join, leave } = useOwnEntry(event, kind)
  const isOn = entry !== undefined
  const report = useEffectEvent(onEntry)
  useEffect(() => report(isOn), [isOn])
  if (entry) return <ListEntry entry={entry} leave={leave} />
  if (isOpen) return <ListForm event={event} kind={kind} organiser={organiser} onJoined={join} />
  return (
    <>
      {hasLeft && (
        <p className={parts.quiet} role="status">
          {t('sale.waiting_list.left')}
        </p>
      )}
      {children}
    </>
  )
}
