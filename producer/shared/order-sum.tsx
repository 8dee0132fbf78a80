import type { Order } from '@kartis/contract/orders.ts'
import { Money } from '@kartis/ui/components/money.tsx'
import { useTranslation } from 'react-i18next'

interface OrderSumProps {
  readonly order: Pick<Order, 'channel' | 'total_amount' | 'refunded_amount'>
  readonly big?: boolean
}

/** What an order is worth in a list: less its refunds; one that was refunded as a whole shows its sum struck out. */
export function OrderSum({ order, big = false }: OrderSumProps) {
  const { t } = useTranslation('states')
  const { channel, total_amount: total, refunded_amount: refunded } = order
  if (channel === 'invitation') return t('order_sum.invited')
  if (total === 0) return t('order_sum.free')
  const left = (Math.round(total * 100) - Math.round(refunded * 100)) / 100
  if (left > 0) return <Money shekels={left} big={big} />
  return (
    <s>
      <Money shekels={total} big={big} />
    </s>
  )
}
