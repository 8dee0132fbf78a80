import type { PayoutTotal } from '@kartis/contract/statements.ts'
import { toAgorot, toShekels } from '@kartis/domain/money.ts'
import { Card } from '@kartis/ui/components/card.tsx'
import { useTranslation } from 'react-i18next'
import { Lines } from '../../shared/money-lines.tsx'
import { usePayoutState } from './payout-chip.tsx'

/** The sums of payouts by state: each in one line, and all of them together. */
export function PayoutTotals({ totals }: { readonly totals: readonly PayoutTotal[] }) {
  const { t } = useTranslation('money')
  const stateOf = usePayoutState()
  if (totals.length === 0) return null
  const sum = totals.reduce((all, { amount }) => all + toAgorot(amount), 0)
  return (
    <Card title={t('payouts.totals')}>
      <Lines
        lines={[
          ...totals.map(({ status, reissued, payouts, amount }) => ({
            key: `${status} ${reissued}`,
            name: stateOf(status, reissued).text,
            hint: t('payouts.count', { count: payouts }),
            shekels: amount,
          })),
          { key: 'sum', name: t('payouts.sum'), shekels: toShekels(sum), sum: true },
        ]}
      />
    </Card>
  )
}
