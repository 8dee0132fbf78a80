import type { PayoutTotal } from '@kartis/contract/statements.ts'
import { toAgorot, toShekels } from '@kartis/domain/money.ts'
import { moneyText } from '@kartis/i18n/format.ts'
import { Card } from '@kartis/ui/components/card.tsx'
import { Soft } from '@kartis/ui/components/layout.tsx'
import { useLang } from '@kartis/ui/use-lang.ts'
import { useTranslation } from 'react-i18next'
import { Lines } from '../../shared/money-lines.tsx'
import { usePayoutState } from './payout-chip.tsx'

/** The sums of payouts by state: each in one line, and all of them together. What was issued again is not counted twice. */
export function PayoutTotals({ totals }: { readonly totals: readonly PayoutTotal[] }) {
  const { t } = useTranslation('money')
  const lang = useLang()
  const stateOf = usePayoutState()
  if (totals.length === 0) return null
  const counted = totals.filter(({ reissued }) => !reissued)
  const again = totals.filter(({ reissued }) => reissued)
  const sum = counted.reduce((all, { amount }) => all + toAgorot(amount), 0)
  return (
    <Card title={t('payouts.totals')}>
      <Lines
        lines={[
          ...counted.map(({ status, payouts, amount }) => ({
            key: status,
            name: stateOf(status).text,
            hint: t('payouts.count', { count: payouts }),
            shekels: amount,
          })),
          { key: 'sum', name: t('payouts.sum'), shekels: toShekels(sum), sum: true },
        ]}
      />
      {again.map(({ status, payouts, amount }) => (
        <Soft key={status} small>
          {t('payouts.not_counted', {
            payouts: t('payouts.count', { count: payouts }),
            sum: moneyText(toAgorot(amount), lang),
          })}
        </Soft>
      ))}
    </Card>
  )
}
