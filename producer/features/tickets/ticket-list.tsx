import type { TicketType } from '@kartis/contract/tickets.ts'
import { IconButton } from '@kartis/ui/components/button.tsx'
import { confirm } from '@kartis/ui/components/confirm.ts'
import { showToast } from '@kartis/ui/components/toast.ts'
import { IconTrash } from '@tabler/icons-react'
import { useRouter } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { TicketCard } from './ticket-card.tsx'
import { useDeleteTicketType } from './ticket-queries.ts'
import style from './tickets.module.css'

interface TicketListProps {
  readonly event: string
  /** How many tickets, all types together, one order may have. */
  readonly orderLimit: number
  /** How many of each type's sold tickets were given to guests. */
  readonly invited: ReadonlyMap<string, number>
  readonly tickets: readonly TicketType[]
  /** The type that is open beside the list. */
  readonly current?: string | undefined
  readonly draft?: boolean
}

export function TicketList({ event, orderLimit, invited, tickets, current, draft = false }: TicketListProps) {
  const { t } = useTranslation('tickets')
  const remove = useTicketRemoval(event, current)
  return (
    <ul className={style.list}>
      {tickets.map((ticket) => (
        <li key={ticket.uuid}>
          <TicketCard
            ticket={ticket}
            event={event}
            orderLimit={orderLimit}
            invited={invited.get(ticket.uuid) ?? 0}
            current={ticket.uuid === current}
            draft={draft}
            action={
              ticket.can.edit && (
                <IconButton bare label={t('delete.label', { name: ticket.name })} onClick={() => void remove(ticket)}>
                  <IconTrash size={20} stroke={1.75} aria-hidden />
                </IconButton>
              )
            }
          />
        </li>
      ))}
    </ul>
  )
}

/**
 * Deletes a type after a confirmation; for a sold type it explains why not and leads to its form. Deleting the
 * type that is open leads to the list, before the list without it would show the form as gone.
 */
export const useTicketRemoval = (event: string, current: string | undefined) => {
  const { t } = useTranslation('tickets')
  const router = useRouter()
  const deleting = useDeleteTicketType(event, (uuid) =>
    uuid === current
      ? router.navigate({ to: '/events/$uuid/tickets', params: { uuid: event }, ignoreBlocker: true })
      : undefined,
  )
  return async (ticket: TicketType): Promise<void> => {
    const { name } = ticket
    if (!ticket.can.delete) {
      const edits = await confirm({
        title: t('delete.cannot', { name }),
        text: t('delete.cannot_text', { count: ticket.sold + ticket.held }),
        action: t('delete.cannot_action'),
      })
      if (edits) router.history.push(`/events/${event}/tickets/${ticket.uuid}`)
      return
    }
    const yes = await confirm({
      title: t('delete.title', { name }),
      text: t('delete.text'),
      action: t('delete.action'),
      danger: true,
    })
    if (!yes) return
    try {
      await deleting.mutateAsync(ticket.uuid)
    } catch {
      return // a toast has shown why
    }
    showToast({ state: 'good', text: t('delete.done') })
  }
}
