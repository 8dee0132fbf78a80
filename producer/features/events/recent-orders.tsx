import { agoText } from '@kartis/i18n/format.ts'
import { Avatar } from '@kartis/ui/components/avatar.tsx'
import { Card } from '@kartis/ui/components/card.tsx'
import { Money } from '@kartis/ui/components/money.tsx'
import { useLang } from '@kartis/ui/use-lang.ts'
import { useTranslation } from 'react-i18next'
import { ButtonLink } from '../../shared/links.tsx'
import style from './recent-orders.module.css'
import { useRecentOrders } from './use-event.ts'

/** The most recent orders; renders nothing before the first one. */
export function RecentOrders({ uuid, now }: { readonly uuid: string; readonly now: Date }) {
  const { t } = useTranslation('event')
  const lang = useLang()
  const { data: orders } = useRecentOrders(uuid)
  if (orders === undefined || orders.length === 0) return null
  return (
    <Card
      title={t('recent.title')}
      action={
        <ButtonLink to="/events/$uuid/sold-tickets" params={{ uuid }} look="bare">
          {t('recent.all')}
        </ButtonLink>
      }
    >
      <ul className={style.orders}>
        {orders.map((order) => {
          const name = order.buyer.name ?? t('recent.nobody')
          return (
            <li key={order.uuid}>
              <Avatar name={name} tone="quiet" />
              <span className={style.who}>
                <span>{name}</span>
                <span className={style.soft}>{t('recent.tickets', { count: order.tickets_count })}</span>
              </span>
              <span className={style.end}>
                <b>{order.channel === 'invitation' ? t('recent.invited') : <Money shekels={order.total_amount} />}</b>
                <span className={style.soft}>{agoText(order.created_at, now, lang)}</span>
              </span>
            </li>
          )
        })}
      </ul>
    </Card>
  )
}
