import type { Order } from '@kartis/contract/orders.ts'
import { shownOrderState } from '@kartis/domain/order.ts'
import { Chip } from '@kartis/ui/components/chip.tsx'
import { useTranslation } from 'react-i18next'
import { ORDER_STATES } from './order-state.ts'

/** The state of an order, the same in list and dialog. */
export function OrderChip({ order }: { readonly order: Pick<Order, 'status' | 'waiting_amount'> }) {
  const { t } = useTranslation('states')
  const state = shownOrderState(order.status, order.waiting_amount)
  return <Chip state={ORDER_STATES[state]}>{t(`order.${state}`)}</Chip>
}
