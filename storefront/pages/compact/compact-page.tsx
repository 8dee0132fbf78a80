import { LogoMark } from '@kartis/ui/components/logo-mark.tsx'
import { lazy, Suspense, useEffect, useEffectEvent, useRef, useState } from 'react'
import { UserText } from '@kartis/ui/components/user-text.tsx'
import { Art } from '../../shared/art.tsx'
import { onHostRequest, pathIn, postToHost } from '../../shared/embed.ts'
import { Icon } from '../../shared/icon.tsx'
import { Price, priceOrFree } from '../../shared/money.tsx'
import { usePageContext } from '../../shared/page-context.tsx'
import parts from '../../shared/parts.module.css'
import { PhoneNote } from '../../shared/phone-note.tsx'
import { bold, Rich } from '../../shared/rich.tsx'
import type { EventView } from '../../state/event-state.ts'
import { CartNotes } from '../event/cart-notes.tsx'
import { HeldNote } from '../event/held-note.tsx'
import { priceFrom } from '../event/price-from.ts'
import { seatsAt } from '../event/seats-at.ts'
import { TicketTypeRow } from '../event/ticket-type-row.tsx'
import { type Cart, useCart } from '../event/use-cart.ts'
import css from './compact-page.module.css'

// Few events require it.
const VerifyPhone = lazy(async () => ({ default: (await import('../event/verify-phone.tsx')).VerifyPhone }))

const TYPES_ID = 'types'
const OFFERED = { price_from: 'from', price_from_free: 'from_free' } as const
const LEGAL = { terms: 'terms', privacy: 'privacy', cancel: 'cancellation', accessibility: 'accessibility' } as const

interface Props {
  readonly event: EventView
}

interface SellProps extends Props {
  readonly cart: Cart
  readonly isOpen: boolean
  readonly onOpen: () => void
}

/** A closed sale leads to the event's own page, where the waiting list and the reminder are. */
const Closed = ({ event, cart }: Pick<SellProps, 'event' | 'cart'>) => {
  const { t } = usePageContext()
  const states = new Set(cart.ticketTypes.map(({ state }) => state))
  const why =
    event.phase === 'over'
      ? 'over'
      : states.has('not_started')
        ? 'not_started'
        : states.has('sold_out')
          ? 'sold_out'
          : 'ended'
  return (
    <>
      <span className={parts.tag}>{t(`sale.closed.${why}_title`)}</span>
      {why !== 'over' && (
        <a className={`${parts.btn} ${parts.neutral}`} href={`/order/${event.slug || event.uuid}`}>
          {why === 'sold_out' || why === 'not_started' ? (
            <>
              <Icon name="bell" />
              {t(why === 'sold_out' ? 'sale.waiting_list.join_sold_out' : 'sale.waiting_list.join_sale_opens')}
            </>
          ) : (
            t('sale.compact.event')
          )}
        </a>
      )}
    </>
  )
}

/** The price and the next step: to the ticket types, then with the sum to the order. */
const Sell = ({ event, cart, isOpen, onOpen }: SellProps) => {
  const frame = usePageContext()
  const { t } = frame
  if (!cart.open) return <Closed event={event} cart={cart} />
  const from = priceFrom(cart.ticketTypes)
  return (
    <>
      <p className={css.price} aria-live="polite">
        <span className={`${parts.small} ${parts.quiet}`}>
          {cart.count > 0 ? t('sale.buy.count', { count: cart.count }) : t(`sale.buy.${from?.label ?? 'price'}`)}
        </span>
        <Price shekels={cart.count > 0 ? cart.total : (from?.price ?? 0)} />
      </p>
      {event.hasSeats ? (
        <a className={`${parts.btn} ${parts.pay}`} href={pathIn(frame, seatsAt(event))}>
          {t('sale.seats.choose')}
        </a>
      ) : cart.count > 0 ? (
        <button type="button" className={`${parts.btn} ${parts.pay}`} aria-busy={cart.busy} onClick={cart.submit}>
          {t(cart.busy ? 'sale.site.working' : 'sale.buy.go')}
        </button>
      ) : (
        <button
          type="button"
          className={`${parts.btn} ${parts.pay}`}
          aria-expanded={isOpen}
          aria-controls={TYPES_ID}
          onClick={onOpen}
        >
          {t('sale.buy.choose')}
        </button>
      )}
    </>
  )
}

const Types = ({ event, cart }: Pick<SellProps, 'event' | 'cart'>) => {
  const { t } = usePageContext()
  return (
    <>
      <HeldNote cart={cart} hasButton={cart.count > 0} />
      {event.israeliPhone && (
        <PhoneNote text={t(`sale.buy.israeli_phone_${event.israeliPhone}`)} slug={event.slug || event.uuid} />
      )}
      <ul id={TYPES_ID} className={css.types} aria-label={t('sale.buy.title')}>
        {cart.ticketTypes.map((ticketType) => (
          <TicketTypeRow key={ticketType.uuid} ticketType={ticketType} cart={cart} over={event.phase === 'over'} />
        ))}
      </ul>
      <CartNotes cart={cart} />
    </>
  )
}

/** The notices that the law requires, folded: the seller and the pages. */
const Notices = ({ event }: Props) => {
  const { t, lang } = usePageContext()
  const { company: name, number } = event.organiser
  return (
    <details className={css.notices}>
      <summary>
        <span>{t('sale.compact.notices')}</span>
        <span className={css.brand}>
          <LogoMark />
          {t('sale.site.name')}
        </span>
      </summary>
      <p>{t(event.hasFee ? 'sale.buy.all_in_fee' : 'sale.buy.all_in')}</p>
      <p>
        <Rich
          text={t(number ? 'sale.site.sold_by_company' : 'sale.site.sold_by', { name, number })}
          parts={{ b: bold }}
        />
      </p>
      <ul>
        {Object.entries(LEGAL).map(([key, page]) => (
          <li key={key}>
            <a href={`/order/legal/${page}?lang=${lang}`} target="_blank" rel="noopener">
              {t(`sale.site.${key as keyof typeof LEGAL}`)}
            </a>
          </li>
        ))}
      </ul>
    </details>
  )
}

/** What the button says that the host shows while the widget is out of sight; empty where there is nothing to buy. */
const useOffer = (cart: Cart): string => {
  const { t, lang } = usePageContext()
  if (!cart.open) return ''
  if (cart.count > 0) return `${t('sale.buy.go')} · ${priceOrFree(cart.total, t, lang)}`
  const from = priceFrom(cart.ticketTypes)
  if (!from) return t('sale.buy.choose')
  const price = priceOrFree(from.price, t, lang)
  return `${t('sale.buy.choose')} · ${from.label === 'price' ? price : t(`sale.compact.${OFFERED[from.label]}`, { price })}`
}

/** One event as a box in an organiser's page: the types open in place, and the order continues in the same frame. */
export const CompactPage = ({ event }: Props) => {
  const frame = usePageContext()
  const { t } = frame
  const cart = useCart(event)
  const [isOpen, setOpen] = useState(false)
  const card = useRef<HTMLElement>(null)
  const offer = useOffer(cart)
  const showsTypes = !event.hasSeats && (isOpen || cart.count > 0 || cart.held !== undefined)
  // Each request puts the cursor on the first counter, once the types are there.
  const [requests, setRequests] = useState(0)
  useEffect(() => {
    if (requests > 0) card.current?.querySelector<HTMLElement>(`#${TYPES_ID} button:not(:disabled)`)?.focus()
  }, [requests])
  const open = () => {
    if (event.hasSeats) return location.assign(pathIn(frame, seatsAt(event)))
    setOpen(true)
    return setRequests((count) => count + 1)
  }
  const handleHost = useEffectEvent(() => open())
  useEffect(() => onHostRequest('open', () => handleHost()), [])
  useEffect(() => postToHost({ kartis: 'offer', text: offer }), [offer])
  return (
    <main id="main" className={css.page}>
      <section ref={card} className={css.card} aria-labelledby="name">
        <div className={css.head}>
          <div className={css.what}>
            <Art artwork={event.artwork} alt="" sizes="5.5rem" first className={css.thumb} />
            <div>
              <h1 id="name">
                <UserText>{event.name}</UserText>
              </h1>
              <p className={`${parts.small} ${parts.quiet}`}>
                {event.facts.day} · <bdi>{event.facts.start}</bdi>
              </p>
            </div>
          </div>
          {!showsTypes && (
            <div className={css.sell}>
              <Sell event={event} cart={cart} isOpen={isOpen} onOpen={open} />
            </div>
          )}
        </div>
        {cart.phoneNeeded ? (
          <Suspense fallback={<p role="status">{t('sale.site.working')}</p>}>
            <div className={css.verify}>
              <VerifyPhone
                onVerified={() => {
                  cart.setPhoneNeeded(false)
                  cart.submit()
                }}
                onBack={() => cart.setPhoneNeeded(false)}
              />
            </div>
          </Suspense>
        ) : (
          showsTypes && (
            <>
              <Types event={event} cart={cart} />
              <div className={css.sell}>
                <Sell event={event} cart={cart} isOpen={showsTypes} onOpen={open} />
              </div>
            </>
          )
        )}
        <Notices event={event} />
      </section>
    </main>
  )
}
