import type { EventReport } from '@kartis/contract/event-figures.ts'
import type { Event } from '@kartis/contract/events.ts'
import { numberText, percentText } from '@kartis/i18n/format.ts'
import { Card } from '@kartis/ui/components/card.tsx'
import { Soft } from '@kartis/ui/components/layout.tsx'
import { Money } from '@kartis/ui/components/money.tsx'
import { useLang } from '@kartis/ui/use-lang.ts'
import { useTranslation } from 'react-i18next'
import { rateOf } from '../../shared/fee-rate.ts'
import { SumTable } from '../../shared/sum-table.tsx'

/** Card fees by card type: regular, Diners and Amex, tourist. */
export function CardFees({
  report,
  contract,
}: {
  readonly report: EventReport
  readonly contract: Event['accounts_contract']
}) {
  const { t } = useTranslation('summary')
  const lang = useLang()
  const { orders_by_cc: sales } = report.totals
  const { handle_fee_cc: fees } = report.calculations
  const rate = (points: number | undefined) => (points === undefined ? '–' : percentText(points, lang, 2))
  const kinds = [
    { kind: 'regular', sales: sales.total_amount_regular, percent: contract?.handle_fee_cc_percent },
    { kind: 'special', sales: sales.total_amount_special, percent: contract?.handle_fee_cc_special_percent },
    { kind: 'tourist', sales: sales.total_amount_tourist, percent: contract?.handle_fee_cc_tourist_percent },
  ] as const
  return (
    <Card title={t('cards.title')}>
      <SumTable
        columns={[t('cards.kind'), t('cards.rate'), t('cards.sales'), t('cards.fee')]}
        rows={kinds.map(({ kind, sales, percent }) => ({
          key: kind,
          cells: [
            t(`cards.${kind}`),
            rate(rateOf(fees[kind], sales, percent)),
            <Money key="sales" shekels={sales} ledger />,
            <Money key="fee" shekels={fees[kind]} ledger />,
          ],
        }))}
        total={[
          t('cards.total'),
          rate(rateOf(fees.total, sales.total_amount, undefined)),
          <Money key="sales" shekels={sales.total_amount} ledger />,
          <Money key="fee" shekels={fees.total} ledger />,
        ]}
        totalLabels={[undefined, t('cards.average')]}
      />
    </Card>
  )
}

/** Sales and free-ticket fees by ticket type. */
export function TypeFees({ report }: { readonly report: EventReport }) {
  const { t } = useTranslation('summary')
  const lang = useLang()
  const { tickets_by_type: types, tickets } = report.totals
  const { retained, revenue } = report.totals.sales
  return (
    <Card title={t('types.title')}>
      {types.length === 0 ? (
        <Soft>{t('types.empty')}</Soft>
      ) : (
        <SumTable
          columns={[t('types.kind'), t('types.count'), t('types.sales'), t('types.fee')]}
          rows={[
            ...types.map((type) => ({
              key: type.uuid,
              cells: [
                type.name,
                numberText(type.count, lang),
                <Money key="sales" shekels={type.total_amount} ledger />,
                <Money key="fee" shekels={type.handle_fee} ledger />,
              ],
            })),
            ...(retained === 0
              ? []
              : [
                  {
                    key: 'retained',
                    cells: [t('types.retained'), '', <Money key="sales" shekels={retained} ledger />, ''],
                  },
                ]),
          ]}
          total={[
            t('types.total'),
            numberText(tickets.count, lang),
            <Money key="sales" shekels={revenue} ledger />,
            <Money key="fee" shekels={tickets.handle_fee} ledger />,
          ]}
        />
      )}
    </Card>
  )
}
