import { type Order, reissueOrder } from '@kartis/contract/orders.ts'
import { isSold } from '@kartis/domain/order.ts'
import { Button } from '@kartis/ui/components/button.tsx'
import { confirm } from '@kartis/ui/components/confirm.ts'
import { showToast } from '@kartis/ui/components/toast.ts'
import { IconRefresh } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { api } from '../../shared/api.ts'
import { useMutation } from '../../shared/use-mutation.ts'
import { orderKey } from './use-orders.ts'

/** Gives every valid ticket of an order a new code and the order a new link, where the old ones are in the wrong hands. */
export function ReissueButton({ order }: { readonly order: Order }) {
  const { t } = useTranslation('orders')
  const queries = useQueryClient()
  const reissuing = useMutation({
    mutationFn: () => api(reissueOrder, { params: { uuid: order.uuid }, body: {} }),
    onSuccess: () => {
      const { phone, email } = order.buyer
      showToast({ state: 'good', text: t(phone || email ? 'reissue.done' : 'reissue.done_unsent') })
      return queries.invalidateQueries({ queryKey: orderKey(order.uuid) })
    },
  })
  const hasValid = order.tickets?.some(({ status }) => status === 'valid') === true
  if (!order.can.edit || !isSold(order.status) || !hasValid) return null
  const start = async (): Promise<void> => {
    const yes = await confirm({
      title: t('reissue.title'),
      text: t('reissue.text'),
      action: t('reissue.action'),
      danger: true,
    })
    if (yes) reissuing.mutate()
  }
  return (
    <Button
      look="line"
      icon={<IconRefresh size={20} stroke={1.75} aria-hidden />}
      busy={reissuing.isPending}
      onClick={() => void start()}
    >
      {t('order.reissue')}
    </Button>
  )
}
