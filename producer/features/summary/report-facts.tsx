import type { EventReport } from '@kartis/contract/event-figures.ts'
import type { Event } from '@kartis/contract/events.ts'
import { momentText, numberText } from '@kartis/i18n/format.ts'
import { Card } from '@kartis/ui/components/card.tsx'
import { Money } from '@kartis/ui/components/money.tsx'
import { useLang } from '@kartis/ui/use-lang.ts'
import { useTranslation } from 'react-i18next'
import style from './summary.module.css'

/** The basis of the report. */
export function ReportFacts({ event, report }: { readonly event: Event; readonly report: EventReport }) {
  const { t } = useTranslation('summary')
  const lang = useLang()
  const { totals, payout } = report
  return (
    <Card title={t('payee.title')}>
      <dl className={style.ledger}>
        <div>
          <dt className={style.soft}>{t('payee.orders')}</dt>
          <dd>{numberText(totals.orders.count, lang)}</dd>
        </div>
        <div>
          <dt className={style.soft}>{t('payee.tickets')}</dt>
          <dd>{numberText(totals.tickets.count, lang)}</dd>
        </div>
        {totals.refunds.total_amount > 0 && (
          <div>
            <dt className={style.soft}>{t('payee.refunds')}</dt>
            <dd>
              <Money shekels={totals.refunds.total_amount} />
            </dd>
          </div>
        )}
        {totals.sales.service_fee > 0 && (
          <div>
            <dt className={style.soft}>{t('payee.service_fee')}</dt>
            <dd>
              <Money shekels={totals.sales.service_fee} />
            </dd>
          </div>
        )}
        {payout.bank !== null && (
          <div>
            <dt className={style.soft}>{t('payee.bank')}</dt>
            <dd>
              <bdi dir="ltr">{payout.bank}</bdi>
            </dd>
          </div>
        )}
        <div>
          <dt className={style.soft}>{t('payee.generated')}</dt>
          <dd>{momentText(report.generated_at, lang, event.timezone)}</dd>
        </div>
      </dl>
    </Card>
  )
}
