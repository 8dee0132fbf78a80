import type { TicketType } from '@kartis/contract/tickets.ts'
import { toAgorot } from '@kartis/domain/money.ts'
import { momentShortText, moneyText, numberText } from '@kartis/i18n/format.ts'
import type { Lang } from '@kartis/i18n/lang.ts'
import { Chip } from '@kartis/ui/components/chip.tsx'
import { GlyphTile } from '@kartis/ui/components/glyph-tile.tsx'
import { Meter } from '@kartis/ui/components/meter.tsx'
import { Money } from '@kartis/ui/components/money.tsx'
import { Pieces } from '@kartis/ui/components/pieces.tsx'
import { UserText } from '@kartis/ui/components/user-text.tsx'
import { useLang } from '@kartis/ui/use-lang.ts'
import { IconGift, IconTicket } from '@tabler/icons-react'
import type { TFunction } from 'i18next'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { SALE_STATES } from '../../shared/event-state.ts'
import { CardLink } from '../../shared/card-link.tsx'
import style from './tickets.module.css'

type Translate = TFunction<['tickets', 'states', 'event']>

/** The sale window, where there is one. */
const windowText = (t: Translate, ticket: TicketType, lang: Lang): string | undefined => {
  const from = ticket.sale_starts_at === null ? undefined : momentShortText(ticket.sale_starts_at, lang)
  const until = ticket.sale_ends_at === null ? undefined : momentShortText(ticket.sale_ends_at, lang)
  if (ticket.sale_state === 'ended' && until !== undefined) return t('tickets:window.closed', { until })
  if (ticket.sale_state === 'not_started' && from !== undefined) return t('tickets:window.from', { from })
  if (until !== undefined) return t('tickets:window.until', { until })
  return undefined
}

/** One order never takes more than its own limit or than there is, whatever the type allows. */
const subText = (t: Translate, ticket: TicketType, orderLimit: number): string | undefined => {
  if (ticket.type === 'producer') return t('tickets:producer_line')
  const { sum_total_available: total, purchase_limit: limit } = ticket
  return total > 0 ? t('tickets:limit', { count: Math.min(limit ?? orderLimit, orderLimit, total) }) : undefined
}

const leftText = (t: Translate, ticket: TicketType, lang: Lang): string => {
  if (ticket.sum_total_available === 0) return t('tickets:none')
  const left =
    ticket.left === 0
      ? t('tickets:all_sold')
      : t('tickets:left', { count: ticket.left, figure: numberText(ticket.left, lang) })
  return ticket.held > 0 ? `${t('tickets:held', { count: ticket.held })} · ${left}` : left
}

interface TicketCardProps {
  readonly ticket: TicketType
  readonly event: string
  /** How many tickets, all types together, one order may have. */
  readonly orderLimit: number
  /** How many of the sold ones were given to guests, who are no buyers. */
  readonly invited: number
  readonly current?: boolean
  /** The sale page is not published: sellable types wait for it. */
  readonly draft?: boolean
  /** Shown beside the price. */
  readonly action?: ReactNode
}

/** One ticket type: price, state and stock. The whole card opens it. */
export function TicketCard({
  ticket,
  event,
  orderLimit,
  invited,
  current = false,
  draft = false,
  action,
}: TicketCardProps) {
  const { t } = useTranslation(['tickets', 'states', 'event'])
  const lang = useLang()
  const total = ticket.sum_total_available
  const isGift = ticket.type === 'producer'
  const sold = isGift ? ticket.sold : ticket.sold - invited
  const figures = { sold: numberText(sold, lang), total: numberText(total, lang) }
  const gone = isGift ? t('tickets:sent_of', figures) : t('tickets:sold_of', figures)
  const guests =
    !isGift && invited > 0
      ? ` · ${t('event:stats.invited', { count: invited, figure: numberText(invited, lang) })}`
      : ''
  const when = windowText(t, ticket, lang)
  const Glyph = isGift ? IconGift : IconTicket
  return (
    <article className={style.card} aria-current={current || undefined}>
      <GlyphTile>
        <Glyph size={22} stroke={1.75} aria-hidden />
      </GlyphTile>
      <div className={style.texts}>
        <h2>
          <CardLink path={`/events/${event}/tickets/${ticket.uuid}`}>
            <UserText>{ticket.name}</UserText>
          </CardLink>
        </h2>
        <p>
          <Pieces
            pieces={[
              subText(t, ticket, orderLimit),
              ticket.service_fee > 0 && t('tickets:fee_inside', { sum: moneyText(toAgorot(ticket.service_fee), lang) }),
            ]}
          />
        </p>
      </div>
      <span className={style.price}>
        {ticket.buyer_price === 0 ? t('tickets:free') : <Money shekels={ticket.buyer_price} big />}
      </span>
      <div className={style.state}>
        {draft && ticket.type === 'regular' && ticket.sale_state === 'not_for_sale' ? (
          <Chip>{t('tickets:waits')}</Chip>
        ) : (
          <Chip state={SALE_STATES[ticket.sale_state]}>{t(`states:sale.${ticket.sale_state}`)}</Chip>
        )}
        {when !== undefined && <span>{when}</span>}
        <span className={style.action}>{action}</span>
      </div>
      <div className={style.sales}>
        <span>
          {gone}
          {guests}
        </span>
        <span>{leftText(t, ticket, lang)}</span>
        <Meter value={sold} of={total} label={gone} />
      </div>
    </article>
  )
}
