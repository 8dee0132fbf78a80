import type { RefundOffer } from '@kartis/contract/refund-choices.ts'
import { useEffect, useEffectEvent, useState } from 'react'
import { serverTime } from '../../shared/clock.ts'
import { Icon } from '../../shared/icon.tsx'
import { usePageContext } from '../../shared/page-context.tsx'
import type { RequestedOrder } from '../../shared/own-order-link.ts'
import parts from '../../shared/parts.module.css'
import { useUserApi } from '../../shared/session.ts'
import { Consents } from './consents.tsx'
import css from './my-page.module.css'
import { type CustomerOrder, isOpen } from './order-actions.tsx'
import { OrderCard } from './order-card.tsx'
import { OwnData } from './own-data.tsx'
import { WaitingLists } from './waiting-lists.tsx'

interface Props {
  /** What a link is to open, of which order. */
  readonly requested?: RequestedOrder | undefined
  readonly onSignOut: () => void
  /** The sign-in expired. */
  readonly onSessionEnd: () => void
  readonly onErased: () => void
}

type Loaded =
  | { readonly at: 'loading' | 'failed' }
  | { readonly at: 'ready'; readonly orders: readonly CustomerOrder[] }

const Empty = ({ onSignOut }: Pick<Props, 'onSignOut'>) => {
  const { t } = usePageContext()
  return (
    <section className={`${parts.state} ${css.hollow}`}>
      <span className={parts.seal}>
        <Icon name="ticket" />
      </span>
      <h2>{t('my.list.empty_title')}</h2>
      <p className={parts.quiet}>{t('my.list.empty_text')}</p>
      <a className={parts.btn} href="/order">
        {t('my.list.empty_go')}
      </a>
      <button type="button" className={`${parts.btn} ${parts.textButton} ${parts.compact}`} onClick={onSignOut}>
        {t('my.list.missing_go')}
      </button>
    </section>
  )
}

/** Released and expired holds were never bought, so the list leaves them out. */
const isListed = (order: CustomerOrder): boolean => {
  if (isOpen(order)) return order.expires_at !== null && new Date(order.expires_at).getTime() > serverTime()
  return order.status !== 'expired' && (order.status !== 'cancelled' || order.tickets.length > 0)
}

/** Nothing of it is left. */
const isOver = ({ status }: CustomerOrder): boolean => status === 'cancelled' || status === 'refunded'

/**
 * The next event first, and of one event the latest order. A cancelled order stands after the others: only events that are
 * over are earlier ones.
 */
const nextFirst = (orders: readonly CustomerOrder[]): readonly CustomerOrder[] =>
  orders.toSorted(
    (a, b) => Number(isOver(a)) - Number(isOver(b)) || Date.parse(a.event.starts_at) - Date.parse(b.event.starts_at),
  )

interface ListProps extends Pick<Props, 'requested'> {
  readonly offers: readonly RefundOffer[]
  readonly orders: readonly CustomerOrder[]
  readonly onChange: (order: CustomerOrder) => void
}

const OrderList = ({ orders, offers, requested, onChange }: ListProps) => (
  <ul className={parts.stack}>
    {orders.map((order) => (
      <OrderCard
        key={order.uuid}
        order={order}
        offer={offers.find(({ order_uuid: uuid }) => uuid === order.uuid)}
        act={order.number === requested?.number ? requested.act : undefined}
        onChange={onChange}
      />
    ))}
  </ul>
)

/** The orders of the signed-in phone: upcoming events first. */
export const Orders = ({ requested, onSignOut, onSessionEnd, onErased }: Props) => {
  const { t, lang } = usePageContext()
  const userApi = useUserApi()
  const [loaded, setLoaded] = useState<Loaded>({ at: 'loading' })
  const [attempt, setAttempt] = useState(0)
  const [offers, setOffers] = useState<readonly RefundOffer[]>([])
  const load = useEffectEvent(() => userApi('GET', '/v1/customer/orders', { query: { per_page: 100 } }))
  const loadOffers = useEffectEvent(() => userApi('GET', '/v1/customer/refund_offers', { query: { per_page: 100 } }))
  const endSession = useEffectEvent(onSessionEnd)
  // The texts of orders come in the page's language; a failed load is repeated with the next attempt.
  const version = `${lang}.${attempt}`
  useEffect(() => {
    const run = { version, current: true }
    const update = async () => {
      const result = await load()
      if (!run.current) return
      if (result.ok) setLoaded({ at: 'ready', orders: result.data.filter(isListed) })
      else if (result.status === 401) endSession()
      else setLoaded({ at: 'failed' })
      // The orders are worth showing without them.
      const current = result.ok && result.data.length > 0 ? await loadOffers() : undefined
      if (run.current && current?.ok) setOffers(current.data)
    }
    void update()
    return () => {
      run.current = false
    }
  }, [version])
  const orders = loaded.at === 'ready' ? loaded.orders : []
  const name = orders.find((order) => order.buyer.name)?.buyer.name?.split(' ')[0]
  const coming = nextFirst(orders.filter((order) => Date.parse(order.event.ends_at) > serverTime()))
  const past = orders.filter((order) => !coming.includes(order))
  const change = (fresh: CustomerOrder) =>
    setLoaded({ at: 'ready', orders: orders.map((order) => (order.uuid === fresh.uuid ? fresh : order)) })
  return (
    <div className={`${parts.wrap} ${parts.stack} ${parts.loose}`}>
      <div className={`${parts.apart} ${css.head}`}>
        <h1>{name ? t('my.list.hello', { name }) : t('my.list.title')}</h1>
        <button type="button" className={`${parts.btn} ${parts.neutral} ${parts.compact}`} onClick={onSignOut}>
          <Icon name="leave" />
          {t('my.list.leave')}
        </button>
      </div>
      {loaded.at === 'loading' && (
        <div className={parts.stack} role="status" aria-label={t('my.list.loading')}>
          <div className={`${parts.skeleton} ${css.ghost}`} />
          <div className={`${parts.skeleton} ${css.ghost}`} />
        </div>
      )}
      {loaded.at === 'failed' && (
        <section className={parts.state} role="alert">
          <p>{t('my.list.failed')}</p>
          <button
            type="button"
            className={parts.btn}
            onClick={() => {
              setLoaded({ at: 'loading' })
              setAttempt((count) => count + 1)
            }}
          >
            {t('my.list.again')}
          </button>
        </section>
      )}
      {loaded.at === 'ready' && requested?.number && !orders.some(({ number }) => number === requested.number) && (
        <p className={parts.note} role="status">
          <Icon name="info" />
          <span>{t('my.list.cancel_missing', { number: requested.number })}</span>
        </p>
      )}
      {loaded.at === 'ready' && orders.length === 0 && <Empty onSignOut={onSignOut} />}
      {coming.length > 0 && <OrderList orders={coming} offers={offers} requested={requested} onChange={change} />}
      {past.length > 0 && (
        <>
          <h2 className={css.caption}>{t('my.list.past')}</h2>
          <OrderList orders={past} offers={[]} requested={requested} onChange={change} />
        </>
      )}
      <WaitingLists />
      <Consents />
      {orders.length > 0 && (
        <section className={`${parts.card} ${parts.state} ${css.hollow}`}>
          <p className={parts.strong}>{t('my.list.missing_title')}</p>
          <p className={`${parts.small} ${parts.quiet}`}>{t('my.list.missing_text')}</p>
          <button type="button" className={`${parts.btn} ${parts.neutral} ${parts.compact}`} onClick={onSignOut}>
            {t('my.list.missing_go')}
          </button>
        </section>
      )}
      {loaded.at === 'ready' && <OwnData onSessionEnd={onSessionEnd} onErased={onErased} />}
    </div>
  )
}
