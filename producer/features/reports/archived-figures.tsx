import type { Event } from '@kartis/contract/events.ts'
import { wholePercent } from '@kartis/domain/revenue.ts'
import { numberText, percentText } from '@kartis/i18n/format.ts'
import { Card } from '@kartis/ui/components/card.tsx'
import { Soft } from '@kartis/ui/components/layout.tsx'
import { Money } from '@kartis/ui/components/money.tsx'
import { StatTile, StatTiles } from '@kartis/ui/components/stat-tile.tsx'
import { UserText } from '@kartis/ui/components/user-text.tsx'
import { useLang } from '@kartis/ui/use-lang.ts'
import { IconBan, IconBuildingBank, IconCash, IconDoorEnter, IconEye, IconTicket } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import style from './reports.module.css'

const ICON = { size: 18, stroke: 1.75, 'aria-hidden': true } as const

/** The event's final six figures. */
export function ArchivedFigures({ event }: { readonly event: Event }) {
  const { t } = useTranslation('archived')
  const lang = useLang()
  const { statistics, report, scan_statistics: checkIn } = event
  if (!statistics || !report) return null
  const { tickets, visits } = statistics
  const number = (value: number) => numberText(value, lang)
  const placed = statistics.orders.count - statistics.orders.invited
  return (
    <section aria-label={t('figures')} className={style.secondWide}>
      <StatTiles>
        <StatTile
          hero
          icon={<IconCash {...ICON} />}
          label={t('revenue')}
          figure={<Money shekels={report.totals.orders.total_amount} big />}
          context={
            report.totals.sales.retained > 0 ? (
              <>
                {t('retained')} <Money shekels={report.totals.sales.retained} />
              </>
            ) : (
              t('orders', { count: placed })
            )
          }
        />
        <StatTile
          icon={<IconBuildingBank {...ICON} />}
          label={t('net')}
          figure={<Money shekels={report.calculations.neto_deposit} big />}
          context={
            <>
              {t('fees', { sum: '' })} <Money shekels={report.calculations.deductions_total} />
            </>
          }
        />
        <StatTile
          icon={<IconTicket {...ICON} />}
          label={t('sold')}
          figure={number(tickets.count - tickets.invited)}
          context={
            tickets.invited > 0
              ? t('invited', { count: tickets.invited, figure: number(tickets.invited) })
              : t('orders', { count: placed })
          }
        />
        <StatTile
          icon={<IconDoorEnter {...ICON} />}
          label={t('scanned')}
          figure={number(checkIn?.total_scanned ?? 0)}
          context={t('of_total', { total: number(checkIn?.total_tickets ?? tickets.count) })}
        />
        <StatTile
          icon={<IconBan {...ICON} />}
          label={t('cancelled')}
          figure={number(tickets.cancelled)}
          context={
            tickets.cancelled > 0
              ? t('of_sold', {
                  percent: percentText(wholePercent(tickets.cancelled, tickets.count + tickets.cancelled), lang, 0),
                })
              : t('no_cancelled')
          }
        />
        <StatTile
          icon={<IconEye {...ICON} />}
          label={t('views')}
          figure={number(visits.count)}
          context={t('conversion', { percent: percentText(visits.conversions_percent, lang) })}
        />
      </StatTiles>
    </section>
  )
}

/** Sales by ticket type. */
export function ArchivedTypes({ event }: { readonly event: Event }) {
  const { t } = useTranslation('archived')
  const lang = useLang()
  const types = event.report?.totals.tickets_by_type ?? []
  const retained = event.report?.totals.sales.retained ?? 0
  return (
    <Card title={t('types')}>
      {types.length === 0 ? (
        <Soft>{t('types_empty')}</Soft>
      ) : (
        <ul className={style.types}>
          {types.map(({ uuid, name, price, count, total_amount: amount }) => (
            <li key={uuid}>
              <b>
                <UserText>{name}</UserText>
              </b>
              <b>
                <Money shekels={amount} />
              </b>
              <span>{t('count', { count, figure: numberText(count, lang) })}</span>
              <span>{price > 0 ? <Money shekels={price} /> : t('free')}</span>
            </li>
          ))}
          {retained > 0 && (
            <li>
              <span>{t('retained')}</span>
              <b>
                <Money shekels={retained} />
              </b>
            </li>
          )}
        </ul>
      )}
    </Card>
  )
}
