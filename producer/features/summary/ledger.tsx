import type { EventReport } from '@kartis/contract/event-figures.ts'
import { moneyText, percentText } from '@kartis/i18n/format.ts'
import { Card } from '@kartis/ui/components/card.tsx'
import { Money } from '@kartis/ui/components/money.tsx'
import { useLang } from '@kartis/ui/use-lang.ts'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import style from './summary.module.css'

/** From gross sales to revenue to the payout, line by line: deductions are negative, and the last line is the sum. */
export function Ledger({ report }: { readonly report: EventReport }) {
  const { t } = useTranslation('summary')
  const lang = useLang()
  const { totals, calculations, payout } = report
  const card = totals.orders_by_cc.total_amount
  const elsewhere = Math.round((totals.orders.total_amount - card) * 100) / 100
  const { gross, discounts, refunds, revenue, retained } = totals.sales
  return (
    <Card title={t('ledger.title')}>
      <dl className={style.ledger}>
        {gross !== revenue && <Line name={t('ledger.gross')} shekels={gross} />}
        {discounts > 0 && <Line name={t('ledger.discounts')} shekels={-discounts} />}
        {refunds > 0 && <Line name={t('ledger.refunds')} shekels={-refunds} />}
        <Line
          name={t('ledger.revenue')}
          hint={retained > 0 && t('ledger.retained', { amount: moneyText(Math.round(retained * 100), lang) })}
          shekels={totals.orders.total_amount}
          sum
        />
        {elsewhere !== 0 && (
          <>
            <Line name={t('ledger.elsewhere')} hint={t('ledger.elsewhere_hint')} shekels={-elsewhere} />
            <Line name={t('ledger.card')} shekels={card} sum />
          </>
        )}
        <Line name={t('ledger.clearing')} shekels={-calculations.handle_fee_cc.total} />
        <Line name={t('ledger.tickets')} shekels={-calculations.handle_fee} />
        <Line name={t('ledger.vat')} hint={percentText(calculations.vat_percent, lang)} shekels={-calculations.vat} />
        <Line name={t('ledger.net')} shekels={calculations.neto_deposit} net />
        {payout.statement && payout.statement.since_amount !== 0 && (
          <>
            <Line
              name={t('ledger.settled', { number: payout.statement.number })}
              shekels={payout.statement.net_amount}
            />
            <Line name={t('ledger.since')} shekels={payout.statement.since_amount} />
          </>
        )}
      </dl>
    </Card>
  )
}

function Line({
  name,
  hint,
  shekels,
  sum = false,
  net = false,
}: {
  readonly name: ReactNode
  readonly hint?: ReactNode
  readonly shekels: number
  readonly sum?: boolean
  readonly net?: boolean
}) {
  return (
    <div data-sum={sum || undefined} data-net={net ? (shekels < 0 ? 'debt' : 'good') : undefined}>
      <dt>
        {name} {hint !== undefined && hint !== false && <span className={style.hint}>{hint}</span>}
      </dt>
      <dd>
        {/* avoids -0 */}
        <Money shekels={shekels === 0 ? 0 : shekels} ledger />
      </dd>
    </div>
  )
}
