import type { ReportEvent } from '@kartis/contract/reports.ts'
import type { Period } from '@kartis/domain/period.ts'
import { soldTickets } from '@kartis/domain/revenue.ts'
import { dayText, numberText } from '@kartis/i18n/format.ts'
import { Card } from '@kartis/ui/components/card.tsx'
import { Chip, type ChipProps } from '@kartis/ui/components/chip.tsx'
import { ChoicePills } from '@kartis/ui/components/choice-pills.tsx'
import { Soft, Stack } from '@kartis/ui/components/layout.tsx'
import { Money } from '@kartis/ui/components/money.tsx'
import { Pagination } from '@kartis/ui/components/pagination.tsx'
import { UserText } from '@kartis/ui/components/user-text.tsx'
import { useLang } from '@kartis/ui/use-lang.ts'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { WhenLoaded } from '../../shared/when-loaded.tsx'
import style from './reports.module.css'
import { type EventsSort, useReportEvents } from './use-reports.ts'

type Payout = NonNullable<ReportEvent['settlement']>['payout']

const CHIPS: Readonly<Record<Payout, NonNullable<ChipProps['state']>>> = {
  paid: 'good',
  pending: 'warn',
  not_due: 'quiet',
  nothing: 'quiet',
  debt: 'bad',
}

/** The period's events with sales, fees and net, which is expected until the event has ended. A table that becomes cards on a phone. */
export function ReportEvents({ period }: { readonly period: Period }) {
  const { t } = useTranslation('reports')
  const [sort, setSort] = useState<EventsSort>('-total_amount')
  const [page, setPage] = useState(1)
  const events = useReportEvents(period, sort, page)
  return (
    <Card title={t('events.title')}>
      <WhenLoaded query={events}>
        {({ events, lastPage }) =>
          events.length === 0 ? (
            <Soft>{t('events.empty')}</Soft>
          ) : (
            <Stack>
              {(events.length > 1 || lastPage > 1) && (
                <ChoicePills
                  label={t('events.sort')}
                  quietLabel
                  choices={[
                    { value: '-total_amount', label: t('events.by_amount') },
                    { value: '-starts_at', label: t('events.by_date') },
                  ]}
                  value={sort}
                  onChange={(next) => {
                    setSort(next)
                    setPage(1)
                  }}
                />
              )}
              <EventsTable events={events} />
              {events.some(({ settlement, expected }) => settlement ?? expected) && (
                <Soft small>
                  {t('events.whole')} {events.some(({ expected }) => expected) && t('events.expected')}
                </Soft>
              )}
              <Pagination page={page} lastPage={lastPage} onPage={setPage} />
            </Stack>
          )
        }
      </WhenLoaded>
    </Card>
  )
}

/** Placeholder of an unsettled amount; a phone hides its cell. */
const NONE = '–'
const COLUMNS = ['tickets', 'revenue', 'refunds', 'fees', 'net'] as const
/** Fees and net are those of the whole event, beside sales of the period. */
const HEADINGS = {
  tickets: 'tile.tickets',
  revenue: 'tile.revenue',
  refunds: 'tile.refunds',
  fees: 'column.fees_whole',
  net: 'column.net_whole',
} as const

/** Explicit table roles: a CSS grid removes the native table semantics. */
function EventsTable({ events }: { readonly events: readonly ReportEvent[] }) {
  const { t } = useTranslation('reports')
  return (
    <div role="table" aria-label={t('events.title')} className={style.table}>
      <div role="row" className={style.head}>
        <span role="columnheader">{t('column.event')}</span>
        {COLUMNS.map((column) => (
          <span key={column} role="columnheader">
            {t(HEADINGS[column])}
          </span>
        ))}
      </div>
      {events.map((event) => (
        <EventRow key={event.uuid} event={event} />
      ))}
    </div>
  )
}

function EventRow({ event }: { readonly event: ReportEvent }) {
  const { t } = useTranslation('reports')
  const lang = useLang()
  const { sales, settlement, expected } = event
  const net = settlement ?? expected
  const sums = {
    tickets: numberText(soldTickets(sales), lang),
    revenue: <Money shekels={sales.total_amount} />,
    refunds: <Money shekels={sales.refunds_amount} />,
    fees: net ? <Money shekels={net.deductions_total} /> : NONE,
    net: net ? <Money shekels={net.neto_deposit} /> : NONE,
  }
  return (
    <div role="row" className={style.row}>
      <span role="rowheader" className={style.name}>
        {event.status === 'archived' ? (
          <Link to="/archived-event/$id" params={{ id: event.uuid }}>
            <UserText>{event.name}</UserText>
          </Link>
        ) : (
          <Link to="/events/$uuid" params={{ uuid: event.uuid }}>
            <UserText>{event.name}</UserText>
          </Link>
        )}
        <span className={style.facts}>
          {dayText(event.starts_at, lang, event.timezone)}
          {(settlement ?? !event.cancelled) && (
            <Chip state={settlement ? CHIPS[settlement.payout] : 'quiet'}>
              {settlement ? t(`payout.${settlement.payout}`) : t('events.open')}
            </Chip>
          )}
          {event.cancelled && <Chip state="bad">{t('event_status.cancelled')}</Chip>}
          {event.status === 'archived' && <Chip state="quiet">{t('events.archived')}</Chip>}
        </span>
      </span>
      {COLUMNS.map((column) => (
        <span key={column} role="cell" className={style.cell} data-none={sums[column] === NONE || undefined}>
          <small aria-hidden>{t(HEADINGS[column])}</small>
          <b>{sums[column]}</b>
        </span>
      ))}
    </div>
  )
}
