import type { EventReport } from '@kartis/contract/event-figures.ts'
import { moneyText, percentText } from '@kartis/i18n/format.ts'
import { Card } from '@kartis/ui/components/card.tsx'
import { Money } from '@kartis/ui/components/money.tsx'
import { useLang } from '@kartis/ui/use-lang.ts'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import style from './summary.module.css'

/** From gross sales to the payout, line by line: deductions are negative, and the last line is the sum. */
export function Ledger({ report }: { readonly report: EventReport }) {
  const { t } = useTranslation('summary')
  const lang = useLang()
  const { totals, calculations } = report
  const card = totals.orders_by_cc.total_amount
  const elsewhere = Math.round((totals.orders.total_amount - card) * 100) / 100
  const refunds = totals.refunds.total_amount
  return (
    <Card title={t('ledger.title')}>
      <dl className={style.ledger}>
        {elsewhere !== 0 && (
          <>
            <Line name={t('ledger.all')} shekels={totals.orders.total_amount} />
            <Line name={t('ledger.elsewhere')} hint={t('ledger.elsewhere_hint')} shekels={-elsewhere} />
          </>
        )}
        <Line
          name={t('ledger.card')}
          hint={refunds > 0 && t('ledger.refunds', { amount: moneyText(Math.round(refunds * 100), lang) })}
          shekels={card}
        />
        <Line name={t('ledger.clearing')} shekels={-calculations.handle_fee_cc.total} />
        <Line name={t('ledger.tickets')} shekels={-calculations.handle_fee} />
        <Line name={t('ledger.vat')} hint={percentText(calculations.vat_percent, lang)} shekels={-calculations.vat} />
        <Line name={t('ledger.net')} shekels={calculations.neto_deposit} net />
      </dl>
    </Card>
  )
}

function Line({
  name,
  hint,
  shekels,
  net = false,
}: {
  readonly name: ReactNode
  readonly hint?: ReactNode
  readonly shekels: number
  readonly net?: boolean
}) {
  return (
    <div data-net={net || undefined}>
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
