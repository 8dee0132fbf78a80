import type { EventBalance } from '@kartis/contract/statements.ts'
import { toAgorot, toShekels } from '@kartis/domain/money.ts'
import { dayText } from '@kartis/i18n/format.ts'
import { Card } from '@kartis/ui/components/card.tsx'
import { Money } from '@kartis/ui/components/money.tsx'
import { UserText } from '@kartis/ui/components/user-text.tsx'
import { useLang } from '@kartis/ui/use-lang.ts'
import { useTranslation } from 'react-i18next'
import { PathLink } from '../../shared/links.tsx'
import { SumTable } from '../../shared/sum-table.tsx'
import style from './money.module.css'

/** Only where an event has disputed charges or refunds by hand. */
const OTHER = 'other'
const COLUMNS = ['event', 'sales', 'fees', OTHER, 'net', 'day'] as const

/** Events whose payout is still to come, with the net that is expected of them as they stand now. */
export function UpcomingCard({ events }: { readonly events: readonly EventBalance[] }) {
  const { t } = useTranslation('money')
  const lang = useLang()
  if (events.length === 0) return null
  const total = (of: (event: EventBalance) => number): number =>
    toShekels(events.reduce((sum, event) => sum + toAgorot(of(event)), 0))
  const hasOther = events.some(({ other_amount: other }) => other !== 0)
  const otherCell = (shekels: number) => (hasOther ? [<Money key="other" shekels={shekels} ledger />] : [])
  return (
    <Card title={t('upcoming.title')}>
      <SumTable
        columns={COLUMNS.filter((column) => hasOther || column !== OTHER).map((column) => t(`upcoming.${column}`))}
        rows={events.map((event) => ({
          key: event.event_uuid,
          cells: [
            <PathLink key="event" path={`/events/${event.event_uuid}`} className={style.name}>
              <UserText>{event.name}</UserText>
            </PathLink>,
            <Money key="sales" shekels={event.sales_amount} ledger />,
            <Money key="fees" shekels={-event.deductions_amount || 0} ledger />,
            ...otherCell(event.other_amount),
            <b key="net">
              <Money shekels={event.net_amount} ledger />
            </b>,
            <span key="day" className={style.day}>
              {dayText(event.due_at, lang)}
            </span>,
          ],
        }))}
        total={[
          t('upcoming.total'),
          <Money key="sales" shekels={total(({ sales_amount: sales }) => sales)} ledger />,
          <Money key="fees" shekels={-total(({ deductions_amount: fees }) => fees) || 0} ledger />,
          ...otherCell(total(({ other_amount: other }) => other)),
          <Money key="net" shekels={total(({ net_amount: net }) => net)} ledger />,
          '',
        ]}
        totalLabels={[undefined, undefined, undefined, ...(hasOther ? [undefined] : []), undefined, '']}
      />
    </Card>
  )
}
