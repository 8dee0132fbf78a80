import type { RefundRun } from '@kartis/contract/refund-runs.ts'
import { sum, toAgorot, toShekels } from '@kartis/domain/money.ts'
import { moneyText } from '@kartis/i18n/format.ts'
import { Card, Note } from '@kartis/ui/components/card.tsx'
import { Soft, Stack } from '@kartis/ui/components/layout.tsx'
import { Money } from '@kartis/ui/components/money.tsx'
import { UserText } from '@kartis/ui/components/user-text.tsx'
import { useLang } from '@kartis/ui/use-lang.ts'
import { useTranslation } from 'react-i18next'
import { SumTable } from '../../shared/sum-table.tsx'

/** What is refunded by the way it goes back, what needs a person, and the message to the buyers. */
export function WaysCard({ run }: { readonly run: RefundRun }) {
  const { t } = useTranslation('refund-runs')
  const lang = useLang()
  const { preview, message } = run
  // What a person looks after without a way of its own: with it the rows sum to the total.
  const others = {
    orders: preview.orders - sum(preview.by_way.map(({ orders }) => orders)),
    amount: toShekels(toAgorot(preview.amount) - sum(preview.by_way.map(({ amount }) => toAgorot(amount)))),
  }
  return (
    <Card title={t('screen.ways.title')}>
      <Stack>
        <SumTable
          columns={[t('screen.ways.way'), t('screen.ways.orders'), t('screen.ways.amount')]}
          rows={[
            ...preview.by_way.map(({ way, orders, amount }) => ({
              key: way,
              name: t(`screen.ways.${way}`),
              orders,
              amount,
            })),
            ...(others.amount > 0 && others.orders > 0 ? [{ key: 'manual', name: t('state.manual'), ...others }] : []),
          ].map(({ key, name, orders, amount }) => ({
            key,
            cells: [name, orders, <Money key="amount" shekels={amount} ledger />],
          }))}
          total={[t('screen.ways.total'), preview.orders, <Money key="amount" shekels={preview.amount} ledger />]}
        />
        {preview.by_hand.map(({ reason, orders, amount }) => (
          <Note key={reason} state="warn">
            {[
              t(`by_hand.${reason}`),
              t('screen.progress.orders', { count: orders }),
              moneyText(toAgorot(amount), lang),
            ].join(' · ')}
          </Note>
        ))}
        {preview.fee > 0 && (
          <Soft small>{t('screen.ways.fee', { amount: moneyText(toAgorot(preview.fee), lang) })}</Soft>
        )}
        {message !== '' && (
          <div>
            <Soft small>{t('screen.ways.message')}</Soft>
            <p>
              <UserText>{message}</UserText>
            </p>
          </div>
        )}
      </Stack>
    </Card>
  )
}
