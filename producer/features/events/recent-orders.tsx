import type { Order } from '@kartis/contract/orders.ts'
import { agoText } from '@kartis/i18n/format.ts'
import { Avatar } from '@kartis/ui/components/avatar.tsx'
import { Card } from '@kartis/ui/components/card.tsx'
import { UserText } from '@kartis/ui/components/user-text.tsx'
import { useLang } from '@kartis/ui/use-lang.ts'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { ButtonLink } from '../../shared/links.tsx'
import { OrderSum } from '../../shared/order-sum.tsx'
import { buyerName } from '../../shared/buyer-name.ts'
import { paidMeansText } from '../../shared/paid-means.ts'
import { OrderChip } from '../../shared/order-chip.tsx'
import { boughtAt } from '../../shared/order-state.ts'
import style from './recent-orders.module.css'
import { useRecentOrders } from './use-event.ts'

/** Its sum is less a refund, and no longer the price of all its tickets. */
const isPartlyRefunded = ({ total_amount: total, refunded_amount: refunded }: Order): boolean =>
  refunded > 0 && refunded < total

/** The most recent orders; renders nothing before the first one. */
export function RecentOrders({ uuid, now }: { readonly uuid: string; readonly now: Date }) {
  const { t } = useTranslation(['event', 'states'])
  const { t: orderText } = useTranslation('orders')
  const { t: nameText } = useTranslation(['orders', 'states'])
  const lang = useLang()
  const { data: orders } = useRecentOrders(uuid)
  if (orders === undefined || orders.length === 0) return null
  return (
    <Card
      title={t('event:recent.title')}
      action={
        <ButtonLink to="/events/$uuid/sold-tickets" params={{ uuid }} look="bare">
          {t('event:recent.all')}
        </ButtonLink>
      }
    >
      <ul className={style.orders}>
        {orders
          .toSorted((a, b) => Date.parse(boughtAt(b)) - Date.parse(boughtAt(a)))
          .map((order) => {
            const means = paidMeansText(order, orderText)
            const name = buyerName(order, nameText)
            return (
              <li key={order.uuid}>
                <Link
                  to="/events/$uuid/sold-tickets"
                  params={{ uuid }}
                  search={{ order: order.uuid }}
                  className={style.order}
                >
                  <Avatar name={order.buyer.name ?? ''} tone="quiet" />
                  <span className={style.who}>
                    <UserText>{name}</UserText>
                    <span className={style.soft}>
                      {t('event:recent.tickets', { count: order.tickets_count })}
                      {means !== undefined && ` · ${means}`}
                      {isPartlyRefunded(order) && ` · ${t('states:order_sum.after_refund')}`}
                    </span>
                  </span>
                  <span className={style.end}>
                    <b>
                      <OrderSum order={order} />
                    </b>
                    {order.status === 'paid' ? (
                      <span className={style.soft}>{agoText(boughtAt(order), now, lang)}</span>
                    ) : (
                      <OrderChip order={order} />
                    )}
                  </span>
                </Link>
              </li>
            )
          })}
      </ul>
    </Card>
  )
}
