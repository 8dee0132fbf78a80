import { useEffect, useState } from 'react'
import { serverTime } from '../../shared/clock.ts'
import { Icon } from '../../shared/icon.tsx'
import { usePage } from '../../shared/page-context.tsx'
import parts from '../../shared/parts.module.css'
import { useApi } from '../../shared/use-api.ts'
import { Consents } from './consents.tsx'
import css from './my-page.module.css'
import { OrderCard } from './order-card.tsx'
import { callAsUser } from '../../shared/session.ts'
import { OwnData } from './own-data.tsx'
import type { MyOrder } from './shapes.ts'

interface Props {
  readonly onLeave: () => void
  /** The sign-in has run out. */
  readonly onLost: () => void
  readonly onErased: () => void
}

type Loaded = { readonly at: 'loading' | 'failed' } | { readonly at: 'ready'; readonly orders: readonly MyOrder[] }

const Empty = ({ onLeave }: Pick<Props, 'onLeave'>) => {
  const { say } = usePage()
  return (
    <section className={`${parts.state} ${css.hollow}`}>
      <span className={parts.seal}>
        <Icon name="ticket" />
      </span>
      <h2>{say('my.list.empty_title')}</h2>
      <p className={parts.quiet}>{say('my.list.empty_text')}</p>
      <a className={parts.btn} href="/order">
        {say('my.list.empty_go')}
      </a>
      <button type="button" className={`${parts.btn} ${parts.bare} ${parts.thin}`} onClick={onLeave}>
        {say('my.list.missing_go')}
      </button>
    </section>
  )
}

const open = (order: MyOrder): boolean => order.status === 'reserved' || order.status === 'pending_payment'

/** Released and run-out holds were never bought: they are no orders to their buyer. */
const worthShowing = (order: MyOrder): boolean => {
  if (open(order)) return order.expires_at !== null && new Date(order.expires_at).getTime() > serverTime()
  return order.status !== 'expired' && (order.status !== 'cancelled' || order.tickets.length > 0)
}

const LoadingCache = ({
  orders,
  onChange,
}: {
  readonly orders: readonly MyOrder[]
  readonly onChange: (order: MyOrder) => void
}) => (
  <ul className={parts.stack}>
    {orders.map((order) => (
      <OrderCard key={order.uuid} order={order} onChange={onChange} />
    ))}
  </ul>
)

/** The orders of the signed-in phone: those to come first. */
export const Orders = ({ onLeave, onLost, onErased }: Props) => {
  const { say, lang } = usePage()
  const api = useApi()
  const [loaded, setLoaded] = useState<Loaded>({ at: 'loading' })
  const [again, setAgain] = useState(0)
  useEffect(() => {
    let alive = true
    const load = async () => {
      const answer = await callAsUser<MyOrder[]>(api, '/customer/orders?per_page=100')
      if (!alive) return
      if (answer.ok) setLoaded({ at: 'ready', orders: answer.data.filter(worthShowing) })
      else if (answer.status === 401) onLost()
      else setLoaded({ at: 'failed' })
    }
    void load()
    return () => {
      alive = false
    }
    // Words and the way out change with the language; the orders' own texts are asked for again then.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [lang, again])
  const orders = loaded.at === 'ready' ? loaded.orders : []
  const name = orders.find((order) => order.buyer.name)?.buyer.name?.split(' ')[0]
  const coming = orders.filter(
    (order) =>
      new Date(order.event.ends_at).getTime() > serverTime() &&
      order.status !== 'cancelled' &&
      order.status !== 'refunded',
  )
  const past = orders.filter((order) => !coming.includes(order))
  const change = (fresh: MyOrder) =>
    setLoaded({ at: 'ready', orders: orders.map((order) => (order.uuid === fresh.uuid ? fresh : order)) })
  return (
    <div className={`${parts.wrap} ${parts.stack} ${parts.loose}`}>
      <div className={`${parts.apart} ${css.head}`}>
        <h1>{name ? say('my.list.hello', { name }) : say('my.list.title')}</h1>
        <button type="button" className={`${parts.btn} ${parts.plain} ${parts.thin}`} onClick={onLeave}>
          <Icon name="leave" />
          {say('my.list.leave')}
        </button>
      </div>
      {loaded.at === 'loading' && (
        <div className={parts.stack} role="status" aria-label={say('my.list.loading')}>
          <div className={`${parts.skeleton} ${css.ghost}`} />
          <div className={`${parts.skeleton} ${css.ghost}`} />
        </div>
      )}
      {loaded.at === 'failed' && (
        <section className={parts.state} role="alert">
          <p>{say('my.list.failed')}</p>
          <button
            type="button"
            className={parts.btn}
            onClick={() => {
              setLoaded({ at: 'loading' })
              setAgain((count) => count + 1)
            }}
          >
            {say('my.list.again')}
          </button>
        </section>
      )}
      {loaded.at === 'ready' && orders.length === 0 && <Empty onLeave={onLeave} />}
      {coming.length > 0 && <LoadingCache orders={[...coming].reverse()} onChange={change} />}
      {past.length > 0 && (
        <>
          <h2 className={css.caption}>{say('my.list.past')}</h2>
          <LoadingCache orders={past} onChange={change} />
        </>
      )}
      <Consents />
      {orders.length > 0 && (
        <section className={`${parts.card} ${parts.state} ${css.hollow}`}>
          <p className={parts.strong}>{say('my.list.missing_title')}</p>
          <p className={`${parts.small} ${parts.quiet}`}>{say('my.list.missing_text')}</p>
          <button type="button" className={`${parts.btn} ${parts.plain} ${parts.thin}`} onClick={onLeave}>
            {say('my.list.missing_go')}
          </button>
        </section>
      )}
      {loaded.at === 'ready' && <OwnData onLost={onLost} onErased={onErased} />}
    </div>
  )
}
