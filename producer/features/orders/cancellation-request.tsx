import { closeCancellationRequest } from '@kartis/contract/cancellation-requests.ts'
import type { Order } from '@kartis/contract/orders.ts'
import { momentText } from '@kartis/i18n/format.ts'
import { Button } from '@kartis/ui/components/button.tsx'
import { Note } from '@kartis/ui/components/card.tsx'
import { showToast } from '@kartis/ui/components/toast.ts'
import { UserText } from '@kartis/ui/components/user-text.tsx'
import { useLang } from '@kartis/ui/use-lang.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { api } from '../../shared/api.ts'
import { useMutation } from '../../shared/use-mutation.ts'
import style from './order-details.module.css'
import { orderKey, ordersKey } from './use-orders.ts'

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '')

/** An open request to cancel: what the buyer said, whether it came in time, and the two answers to it. */
export function CancellationRequest({ order, onCancel }: { readonly order: Order; readonly onCancel: () => void }) {
  const { t } = useTranslation('orders')
  const lang = useLang()
  const queries = useQueryClient()
  const closing = useMutation({
    mutationFn: () => api(closeCancellationRequest, { params: { uuid: order.uuid } }),
    onSuccess: () => {
      showToast({ state: 'good', text: t('request.closed') })
      void queries.invalidateQueries({ queryKey: ordersKey(order.event_uuid) })
      return queries.invalidateQueries({ queryKey: orderKey(order.uuid) })
    },
  })
  if (!order.cancellation_requested_at) return null
  const detail = order.history?.findLast(({ kind }) => kind === 'cancellation_requested')?.detail ?? {}
  const [name, contact, reason] = [detail['name'], detail['contact'], detail['reason']].map(textOf)
  return (
    <Note state="warn">
      <div className={style.request}>
        <strong>{t('request.title')}</strong>
        <p>{t('request.received', { when: momentText(order.cancellation_requested_at, lang) })}</p>
        {name && (
          <p>
            {t('request.name')}: <UserText>{name}</UserText>
          </p>
        )}
        {contact && (
          <p>
            {t('request.contact')}: <UserText>{contact}</UserText>
          </p>
        )}
        {reason && (
          <p>
            <UserText>{reason}</UserText>
          </p>
        )}
        <p>{t(detail['in_time'] === false ? 'request.late' : 'request.in_time')}</p>
        <p>{t('request.check')}</p>
        {order.can.cancel && (
          <div className={style.actions}>
            <Button onClick={onCancel}>{t('request.cancel')}</Button>
            <Button look="line" busy={closing.isPending} onClick={() => closing.mutate()}>
              {t('request.close')}
            </Button>
          </div>
        )}
      </div>
    </Note>
  )
}
