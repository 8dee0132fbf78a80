import { type Order, resendOrder } from '@kartis/contract/orders.ts'
import { toAgorot, toShekels } from '@kartis/domain/money.ts'
import { listText, momentText } from '@kartis/i18n/format.ts'
import { Button } from '@kartis/ui/components/button.tsx'
import { Money } from '@kartis/ui/components/money.tsx'
import { showToast } from '@kartis/ui/components/toast.ts'
import { useLang } from '@kartis/ui/use-lang.ts'
import { IconBan, IconPencil, IconSend } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '../../shared/api.ts'
import { buyerName } from '../../shared/buyer-name.ts'
import { useMutation } from '../../shared/use-mutation.ts'
import { CancellationRequest } from './cancellation-request.tsx'
import { DisputeNote } from './dispute-note.tsx'
import style from './order-details.module.css'
import { OrderRecords } from './order-records.tsx'
import { Part } from './order-part.tsx'
import { ReissueButton } from './reissue-button.tsx'
import { OrderChip } from '../../shared/order-chip.tsx'
import { TicketLines } from './ticket-lines.tsx'
import { orderKey } from './use-orders.ts'

const ICON = { size: 20, stroke: 1.75, 'aria-hidden': true } as const

/** A line at the full price: the coupon has a line of its own. */
const beforeDiscount = ({ total, discount = 0 }: Order['items'][number]): number =>
  toShekels(toAgorot(total) + toAgorot(discount))

interface OrderDetailsProps {
  readonly order: Order
  readonly onCancel: () => void
  readonly onEdit: () => void
}

/** One order, what phone support needs first: buyer, items, redemption. */
export function OrderDetails({ order, onCancel, onEdit }: OrderDetailsProps) {
  const { t } = useTranslation(['orders', 'states'])
  const lang = useLang()
  const queries = useQueryClient()
  const resending = useMutation({
    mutationFn: () => api(resendOrder, { params: { uuid: order.uuid } }),
    onSuccess: ({ data }) => {
      showToast({ state: 'good', text: t('orders:order.resent', { to: listText(data.sent_to, lang) }) })
      return queries.invalidateQueries({ queryKey: orderKey(order.uuid) })
    },
  })
  const { buyer } = order
  const left = toAgorot(order.total_amount) - toAgorot(order.refunded_amount)
  const refunded = toAgorot(order.refunded_amount) - toAgorot(order.waiting_amount)
  return (
    <div className={style.order}>
      <div className={style.top}>
        <div>
          <p className={style.name}>{buyerName(order, t)}</p>
          <OrderChip order={order} />
        </div>
        <p className={style.sum}>
          <Money shekels={order.total_amount} big />
          {order.refunded_amount > 0 && left > 0 && (
            <small>
              <Money shekels={toShekels(left)} /> {t('states:order_sum.after_refund')}
            </small>
          )}
        </p>
      </div>
      <DisputeNote order={order} />
      <CancellationRequest order={order} onCancel={onCancel} />
      <dl className={style.facts}>
        {buyer.phone && (
          <Fact name={t('orders:order.phone')}>
            <a href={`tel:${buyer.phone.replaceAll('-', '')}`}>
              <bdi dir="ltr">{buyer.phone}</bdi>
            </a>
          </Fact>
        )}
        <Fact name={t('orders:order.channel')}>{t(`states:channel.${order.channel}`)}</Fact>
        {buyer.email && (
          <Fact name={t('orders:order.email')} wide>
            <a href={`mailto:${buyer.email}`}>
              <bdi dir="ltr">{buyer.email}</bdi>
            </a>
          </Fact>
        )}
        <Fact name={t('orders:order.created')} wide>
          {momentText(order.created_at, lang)}
        </Fact>
      </dl>
      <Part title={t('orders:order.items')}>
        <dl className={style.ledger}>
          {order.items.map((item) => (
            <div key={item.events_ticket_uuid}>
              <dt>{t('orders:order.line', { quantity: item.quantity, name: item.name })}</dt>
              <dd>
                <Money shekels={beforeDiscount(item)} ledger />
              </dd>
            </div>
          ))}
          {order.discount_amount > 0 && (
            <div>
              <dt>{t('orders:order.coupon', { code: order.coupon ?? '' })}</dt>
              <dd>
                <Money shekels={-order.discount_amount} ledger />
              </dd>
            </div>
          )}
          <div data-total>
            <dt>{t('orders:order.total')}</dt>
            <dd>
              <Money shekels={order.total_amount} ledger />
            </dd>
          </div>
          {refunded > 0 && (
            <div>
              <dt>{t('orders:order.refunded')}</dt>
              <dd>
                <Money shekels={-toShekels(refunded)} ledger />
              </dd>
            </div>
          )}
          {order.waiting_amount > 0 && (
            <div>
              <dt>{t('orders:order.waiting')}</dt>
              <dd>
                <Money shekels={-order.waiting_amount} ledger />
              </dd>
            </div>
          )}
          {order.cancellation_fee > 0 && (
            <div>
              <dt>{t('orders:order.fee')}</dt>
              <dd>
                <Money shekels={order.cancellation_fee} ledger />
              </dd>
            </div>
          )}
        </dl>
      </Part>
      {order.tickets && order.tickets.length > 0 && (
        <Part title={t('orders:order.tickets')}>
          <TicketLines order={order.uuid} tickets={order.tickets} />
        </Part>
      )}
      <OrderRecords order={order} />
      {(order.can.resend || order.can.cancel || order.can.edit) && (
        <div className={style.actions}>
          {order.can.resend && (
            <Button
              look="line"
              icon={<IconSend {...ICON} />}
              busy={resending.isPending}
              onClick={() => resending.mutate()}
            >
              {t('orders:order.resend')}
            </Button>
          )}
          {order.can.edit && (
            <Button look="line" icon={<IconPencil {...ICON} />} onClick={onEdit}>
              {t('orders:buyer.edit')}
            </Button>
          )}
          <ReissueButton order={order} />
          {order.can.cancel && (
            <Button look="danger" icon={<IconBan {...ICON} />} onClick={onCancel}>
              {t(order.can.refund ? 'orders:order.cancel_refund' : 'orders:order.cancel')}
            </Button>
          )}
        </div>
      )}
    </div>
  )
}

interface FactProps {
  readonly name: ReactNode
  /** Takes the whole line on a phone, e.g. for an e-mail address. */
  readonly wide?: boolean
  readonly children: ReactNode
}

function Fact({ name, wide = false, children }: FactProps) {
  return (
    <div data-wide={wide || undefined}>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  )
}
