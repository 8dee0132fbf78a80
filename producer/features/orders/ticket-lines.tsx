import { listOrderEntries } from '@kartis/contract/order-entries.ts'
import type { ProducerTicket, Ticket } from '@kartis/contract/tickets.ts'
import { momentShortText } from '@kartis/i18n/format.ts'
import { Chip } from '@kartis/ui/components/chip.tsx'
import { Money } from '@kartis/ui/components/money.tsx'
import { Pieces } from '@kartis/ui/components/pieces.tsx'
import { UserText } from '@kartis/ui/components/user-text.tsx'
import { useLang } from '@kartis/ui/use-lang.ts'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { api } from '../../shared/api.ts'
import { everyPage } from '../../shared/every-page.ts'
import { EntryLines } from './entry-lines.tsx'
import style from './order-details.module.css'

/** The tickets of an order with their redemption state. */
export function TicketLines({
  order,
  tickets,
}: {
  readonly order: string
  readonly tickets: readonly ProducerTicket[]
}) {
  // Also where no ticket is redeemed: an entry that was taken back has left no trace on the ticket itself.
  const entries = useQuery({
    queryKey: ['order', order, 'entries'],
    queryFn: async () => (await everyPage((query) => api(listOrderEntries, { params: { uuid: order }, query }))).data,
  })
  const ofTickets = Map.groupBy(entries.data ?? [], ({ ticket_uuid }) => ticket_uuid)
  return (
    <ul className={style.list}>
      {tickets.map((ticket) => (
        <li key={ticket.uuid}>
          <span>
            <TicketName ticket={ticket} />
            <TicketUnder ticket={ticket} hasEntries={ofTickets.has(ticket.uuid)} />
            <EntryLines entries={ofTickets.get(ticket.uuid) ?? []} />
            <TicketHolder ticket={ticket} />
          </span>
          <TicketChip ticket={ticket} />
        </li>
      ))}
    </ul>
  )
}

/** The ticket's type and the number that is printed on it: rows of the same type differ. */
export function TicketName({ ticket }: { readonly ticket: Ticket }) {
  return (
    <>
      <UserText>{ticket.name}</UserText>{' '}
      <bdi dir="ltr" className={style.soft}>
        {ticket.number}
      </bdi>
    </>
  )
}

/** Seat, price and redemption time of a ticket. */
export function TicketUnder({
  ticket,
  hasEntries = false,
}: {
  readonly ticket: Ticket
  /** They stand below it, with their times. */
  readonly hasEntries?: boolean
}) {
  const { t } = useTranslation(['orders', 'states'])
  const lang = useLang()
  const { seat } = ticket
  return (
    <span className={style.soft}>
      {seat && `${t('order.seat', { section: seat.section, row: seat.row, seat: seat.number })} · `}
      {ticket.price > 0 ? <Money shekels={ticket.price} /> : t('states:order_sum.free')}
      {ticket.redeemed_at !== null &&
        !hasEntries &&
        ` · ${t('order.redeemed_at', { moment: momentShortText(ticket.redeemed_at, lang) })}`}
    </span>
  )
}

/** Who holds a ticket that its buyer has transferred, or that it is offered. */
function TicketHolder({ ticket }: { readonly ticket: ProducerTicket }) {
  const { t } = useTranslation('orders')
  const lang = useLang()
  const { holder, offered_until: until } = ticket
  if (until)
    return <span className={style.soft}>{t('order.offered_until', { moment: momentShortText(until, lang) })}</span>
  if (!holder) return null
  const moment = momentShortText(holder.since, lang)
  return (
    <span className={style.soft}>
      {holder.name ? (
        <Pieces
          pieces={[
            t('order.held_by', { name: holder.name }),
            holder.phone && (
              <bdi key="phone" dir="ltr">
                {holder.phone}
              </bdi>
            ),
            t('order.held_since', { moment }),
          ]}
        />
      ) : (
        t('order.held_by_erased', { moment })
      )}
    </span>
  )
}

export function TicketChip({ ticket }: { readonly ticket: Ticket }) {
  const { t } = useTranslation('states')
  if (ticket.status === 'cancelled')
    return ticket.redeemed_at === null ? (
      <Chip>{t('ticket.cancelled')}</Chip>
    ) : (
      <Chip state="warn">{t('ticket.cancelled_entered')}</Chip>
    )
  return ticket.redemption === 'redeemed' ? (
    <Chip state="good">{t('ticket.redeemed')}</Chip>
  ) : (
    <Chip state="accent">{t('ticket.pending')}</Chip>
  )
}
