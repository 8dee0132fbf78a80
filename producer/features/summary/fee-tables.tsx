import type { EventReport } from '@kartis/contract/event-figures.ts'
import { type CardFeeRow, cardFeeRows } from '@kartis/contract/report-lines.ts'
import { numberText, percentText } from '@kartis/i18n/format.ts'
import { Card } from '@kartis/ui/components/card.tsx'
import { Soft } from '@kartis/ui/components/layout.tsx'
import { Money } from '@kartis/ui/components/money.tsx'
import { useLang } from '@kartis/ui/use-lang.ts'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { SumTable } from '../../shared/sum-table.tsx'

/** Card fees by card type: regular, Diners and Amex, tourist. */
export function CardFees({ report }: { readonly report: EventReport }) {
  const { t } = useTranslation('summary')
  const lang = useLang()
  const cells = ({ kind, percent, sales, fee }: CardFeeRow): ReactNode[] => [
    t(`cards.${kind}`),
    percent === undefined ? '–' : percentText(percent, lang, 2),
    <Money key="sales" shekels={sales} ledger />,
    <Money key="fee" shekels={fee} ledger />,
  ]
  const rows = cardFeeRows(report)
  return (
    <Card title={t('cards.title')}>
      <SumTable
        columns={[t('cards.kind'), t('cards.rate'), t('cards.sales'), t('cards.fee')]}
        rows={rows.slice(0, -1).map((row) => ({ key: row.kind, cells: cells(row) }))}
        total={rows.slice(-1).flatMap(cells)}
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
