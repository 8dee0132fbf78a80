import type { EventStatistics } from '@kartis/contract/event-figures.ts'
import { wholePercent } from '@kartis/domain/revenue.ts'
import { numberText, percentText } from '@kartis/i18n/format.ts'
import { Money } from '@kartis/ui/components/money.tsx'
import { Pieces } from '@kartis/ui/components/pieces.tsx'
import { StatTile, StatTiles } from '@kartis/ui/components/stat-tile.tsx'
import { useLang } from '@kartis/ui/use-lang.ts'
import {
  IconBan,
  IconBuildingStore,
  IconCash,
  IconEye,
  IconShoppingBag,
  IconTicket,
  IconTrendingUp,
} from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { useSession } from '../../shared/session.ts'
import style from './event-stats.module.css'

const ICON = { size: 18, stroke: 1.75, 'aria-hidden': true } as const

/** The event's seven key figures, revenue first. */
export function EventStats({
  uuid,
  figures,
  isOver,
  isCancelled,
}: {
  readonly uuid: string
  readonly figures: EventStatistics
  /** Nothing is sold any more: the figures of today say nothing. */
  readonly isOver: boolean
  /** What was not sold of a cancelled event is not left for sale. */
  readonly isCancelled: boolean
}) {
  const { t } = useTranslation('event')
  const lang = useLang()
  const { can } = useSession()
  const { tickets, orders, visits, today } = figures
  const number = (value: number) => numberText(value, lang)
  const sold = tickets.count - tickets.invited
  const { sum_total: offered, sum_total_available: left } = figures.events_tickets
  // What is neither sold nor left is named, so that the figures add up; types for invitations are not on offer.
  const held = figures.by_ticket_type.reduce((sum, type) => sum + type.held, 0)
  const guests = Math.min(tickets.invited, offered - left - held - sold)
  const placed = orders.count - orders.invited
  return (
    <section aria-label={t('stats.title')}>
      <StatTiles>
        <StatTile
          hero
          icon={<IconCash {...ICON} />}
          label={t('stats.revenue')}
          figure={<Money shekels={orders.sum_total_amount} big />}
          context={
            today.sum_total_amount > 0 ? (
              <>
                <span className={style.up}>
                  <bdi>+</bdi> <Money shekels={today.sum_total_amount} />
                </span>{' '}
                {t('stats.today')}
              </>
            ) : isOver ? undefined : (
              t('stats.nothing_today')
            )
          }
        />
        <StatTile
          icon={<IconTicket {...ICON} />}
          label={
            can['order.list'] ? (
              <Link to="/events/$uuid/sold-tickets" params={{ uuid }}>
                {t('stats.sold')}
              </Link>
            ) : (
              t('stats.sold')
            )
          }
          figure={
            <>
              {number(sold)}{' '}
              <small className={style.brackets}>
                {t('stats.in_brackets', { count: placed, figure: number(placed) })}
              </small>
            </>
          }
          context={
            today.tickets > 0 ? (
              <>
                <bdi dir="ltr" className={style.up}>
                  {t('stats.plus', { figure: number(today.tickets) })}
                </bdi>{' '}
                {t('stats.today')}
              </>
            ) : tickets.invited > 0 ? (
              t('stats.invited', { count: tickets.invited, figure: number(tickets.invited) })
            ) : isOver ? undefined : (
              t('stats.nothing_today')
            )
          }
        />
        <StatTile
          icon={<IconShoppingBag {...ICON} />}
          label={t('stats.orders')}
          figure={number(placed)}
          context={
            placed > 0 ? t('stats.per_order', { figure: numberText(sold / placed, lang, 1) }) : t('stats.no_orders')
          }
        />
        <StatTile
          icon={<IconTrendingUp {...ICON} />}
          label={t('stats.conversion')}
          figure={percentText(visits.conversions_percent, lang)}
          context={t('stats.from_view')}
        />
        <StatTile
          icon={<IconEye {...ICON} />}
          label={t('stats.views')}
          figure={number(visits.count)}
          context={
            today.visits > 0 ? t('stats.views_today', { figure: number(today.visits) }) : t('stats.no_views_today')
          }
        />
        {!isCancelled && (
          <StatTile
            icon={<IconBuildingStore {...ICON} />}
            label={t(isOver ? 'stats.unsold' : 'stats.left')}
            figure={number(left)}
            context={
              <Pieces
                pieces={[
                  t('stats.of', { total: number(offered) }),
                  guests > 0 && t('stats.given', { count: guests, figure: number(guests) }),
                  held > 0 && t('types.held', { count: held }),
                ]}
              />
            }
          />
        )}
        <StatTile
          icon={<IconBan {...ICON} />}
          label={t('stats.cancelled')}
          figure={number(tickets.cancelled)}
          context={
            tickets.cancelled > 0
              ? t('stats.of_sold', {
                  percent: percentText(wholePercent(tickets.cancelled, tickets.count + tickets.cancelled), lang, 0),
                })
              : t('stats.no_cancelled')
          }
        />
      </StatTiles>
    </section>
  )
}
