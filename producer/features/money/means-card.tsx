import type { MeansOfStatement } from '@kartis/contract/statements.ts'
import { sum, toAgorot, toShekels } from '@kartis/domain/money.ts'
import { Card } from '@kartis/ui/components/card.tsx'
import { Soft, Stack } from '@kartis/ui/components/layout.tsx'
import { Money } from '@kartis/ui/components/money.tsx'
import { useTranslation } from 'react-i18next'
import { SumTable } from '../../shared/sum-table.tsx'

/** Sales less refunds of a statement by what was paid with. */
export function MeansCard({ means }: { readonly means: readonly MeansOfStatement[] }) {
  const { t } = useTranslation(['statements', 'summary'])
  if (means.length === 0) return null
  const total = toShekels(sum(means.map(({ sales_amount: sales }) => toAgorot(sales))))
  return (
    <Card title={t('statements:means.title')}>
      <Stack>
        <SumTable
          columns={[t('summary:means.kind'), t('statements:means.sales_figure')]}
          rows={means.map(({ means: name, sales_amount: sales }) => ({
            key: name,
            cells: [t(`summary:means.${name}`), <Money key="sales" shekels={sales} ledger />],
          }))}
          total={[t('summary:means.total'), <Money key="sales" shekels={total} ledger />]}
        />
        <Soft small>{t('statements:means.note')}</Soft>
      </Stack>
    </Card>
  )
}
