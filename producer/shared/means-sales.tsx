import type { EventReport } from '@kartis/contract/event-figures.ts'
import { numberText } from '@kartis/i18n/format.ts'
import { Card } from '@kartis/ui/components/card.tsx'
import { Soft, Stack } from '@kartis/ui/components/layout.tsx'
import { Money } from '@kartis/ui/components/money.tsx'
import { useLang } from '@kartis/ui/use-lang.ts'
import { useTranslation } from 'react-i18next'
import { SumTable } from './sum-table.tsx'

interface Props {
  readonly means: EventReport['totals']['by_means']
  /** Shekels: what the means sum to. */
  readonly revenue: number
  /** Orders of the report: those without a payment are in no line here. Missing where it covers many events. */
  readonly orders?: number
}

/** The revenue by what it was paid with. */
export function MeansSales({ means, revenue, orders }: Props) {
  const { t } = useTranslation('summary')
  const lang = useLang()
  if (means.length === 0) return null
  return (
    <Card title={t('means.title')}>
      <Stack>
        <SumTable
          columns={[t('means.kind'), t('means.count'), t('means.sales')]}
          rows={means.map(({ means: name, count, total_amount: sales }) => ({
            key: name,
            cells: [t(`means.${name}`), numberText(count, lang), <Money key="sales" shekels={sales} ledger />],
          }))}
          total={[
            t('means.total'),
            numberText(
              means.reduce((sum, { count }) => sum + count, 0),
              lang,
            ),
            <Money key="sales" shekels={revenue} ledger />,
          ]}
        />
        <Soft small>
          {orders === undefined ? t('means.note_plain') : t('means.note', { orders: numberText(orders, lang) })}
        </Soft>
      </Stack>
    </Card>
  )
}
