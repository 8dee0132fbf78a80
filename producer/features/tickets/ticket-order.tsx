import type { TicketType } from '@kartis/contract/tickets.ts'
import { IconButton } from '@kartis/ui/components/button.tsx'
import { Soft, Stack } from '@kartis/ui/components/layout.tsx'
import { UserText } from '@kartis/ui/components/user-text.tsx'
import { IconArrowDown, IconArrowUp } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { DragHandle } from '../../shared/drag-handle.tsx'
import { useSorting } from '../../shared/use-sorting.ts'
import { useSortTicketTypes } from './ticket-queries.ts'
import style from './tickets.module.css'

/** Sorts the types of the sale page by dragging, buttons or arrow keys. Each move is saved. */
export function TicketOrder({ event, tickets }: { readonly event: string; readonly tickets: readonly TicketType[] }) {
  const { t } = useTranslation('tickets')
  const ordering = useSortTicketTypes(event)
  const sorting = useSorting(
    tickets.map(({ uuid }) => uuid),
    (uuids) => ordering.mutate(uuids),
  )
  return (
    <Stack>
      <Soft>{t('order.text')}</Soft>
      <ol className={style.list}>
        {sorting.order.map((uuid, index) => {
          const ticket = tickets.find((item) => item.uuid === uuid)
          if (!ticket) return null
          const { name } = ticket
          return (
            <li
              key={uuid}
              ref={sorting.item(uuid)}
              className={style.row}
              data-dragged={sorting.dragged === uuid || undefined}
            >
              <DragHandle
                label={t('order.drag', { name, place: index + 1, total: tickets.length })}
                handle={sorting.handle(uuid)}
              />
              <b>
                <UserText>{name}</UserText>
              </b>
              <IconButton
                bare
                label={t('order.up', { name })}
                disabled={index === 0}
                onClick={() => sorting.step(uuid, -1)}
              >
                <IconArrowUp size={20} stroke={1.75} aria-hidden />
              </IconButton>
              <IconButton
                bare
                label={t('order.down', { name })}
                disabled={index === tickets.length - 1}
                onClick={() => sorting.step(uuid, 1)}
              >
                <IconArrowDown size={20} stroke={1.75} aria-hidden />
              </IconButton>
            </li>
          )
        })}
      </ol>
    </Stack>
  )
}
