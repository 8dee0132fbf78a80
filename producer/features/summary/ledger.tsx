import type { EventReport } from '@kartis/contract/event-figures.ts'
import type { Event } from '@kartis/contract/events.ts'
import { type ReportLine, reportLines } from '@kartis/contract/report-lines.ts'
import { toAgorot } from '@kartis/domain/money.ts'
import { moneyText, percentText } from '@kartis/i18n/format.ts'
import { Card } from '@kartis/ui/components/card.tsx'
import { Money } from '@kartis/ui/components/money.tsx'
import { useLang } from '@kartis/ui/use-lang.ts'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useTicketFee, whyFeesStay } from '../../shared/use-ticket-fee.ts'
import style from './summary.module.css'

/** From gross sales to revenue to the payout, line by line: deductions are negative, and the last line is the sum. */
export function Ledger({ event, report }: { readonly event: Event; readonly report: EventReport }) {
  const { t } = useTranslation('summary')
  const lang = useLang()
  const ticketFee = useTicketFee()
  const { retained, waiting } = report.totals.sales
  const number = report.payout.statement?.number
  const hints: Partial<Record<ReportLine['line'], string | false | undefined>> = {
    revenue: retained > 0 && t('ledger.retained', { amount: moneyText(toAgorot(retained), lang) }),
    refunds: waiting > 0 && t('ledger.waiting', { amount: moneyText(toAgorot(waiting), lang) }),
    elsewhere: t('ledger.elsewhere_hint'),
    tickets: ticketFee(report.calculations, whyFeesStay(event)),
    vat: percentText(report.calculations.vat_percent, lang),
  }
  return (
    <Card title={t('ledger.title')}>
      <dl className={style.ledger}>
        {reportLines(report).map(({ line, amount, role }) => (
          <Line key={line} name={t(`ledger.${line}`, { number })} hint={hints[line]} shekels={amount} role={role} />
        ))}
      </dl>
    </Card>
  )
}

function Line({
  name,
  hint,
  shekels,
  role,
}: {
  readonly name: string
  readonly hint: ReactNode
  readonly shekels: number
  readonly role: ReportLine['role']
}) {
  return (
    <div data-sum={role === 'sum' || undefined} data-net={role === 'net' ? (shekels < 0 ? 'debt' : 'good') : undefined}>
      <dt>
        {name} {hint !== undefined && hint !== false && <span className={style.hint}>{hint}</span>}
      </dt>
      <dd>
        <Money shekels={shekels} ledger />
      </dd>
    </div>
  )
}
