import { lazy, Suspense, useState } from 'react'
import { Icon } from '../../shared/icon.tsx'
import { usePageContext } from '../../shared/page-context.tsx'
import parts from '../../shared/parts.module.css'
import { ticketPad } from '../../shared/ticket.tsx'
import type { EventView } from '../../state/event-state.ts'
import type { ListKind } from './list-form.tsx'
import type { Cart } from './use-cart.ts'

/** Its code is needed only by those who sign up. */
const ListForm = lazy(async () => ({ default: (await import('./list-form.tsx')).ListForm }))

/** The sign-up of a closed sale: whether its form is open. */
export interface SignUp {
  readonly isOpen: boolean
  readonly open: () => void
}

interface Props {
  readonly event: EventView
  readonly cart: Cart
  readonly signUp: SignUp
}

type Why = 'over' | 'not_started' | 'sold_out' | 'ended'

export const SIGN_UP_ID = 'sign-up'

const whyClosed = (event: EventView, cart: Cart): Why => {
  if (event.phase === 'over') return 'over'
  if (cart.ticketTypes.some((ticketType) => ticketType.state === 'not_started')) return 'not_started'
  if (cart.ticketTypes.some((ticketType) => ticketType.state === 'sold_out')) return 'sold_out'
  return 'ended'
}

/** What a visitor of a closed sale may sign up for; undefined where there is nothing to wait for. */
export const listKindOf = (event: EventView, cart: Cart): ListKind | undefined => {
  const why = cart.open ? undefined : whyClosed(event, cart)
  return why === 'sold_out' ? 'sold_out' : why === 'not_started' ? 'sale_opens' : undefined
}

const CheckAgain = ({ cart }: { readonly cart: Cart }) => {
  const { t } = usePageContext()
  const [checking, setChecking] = useState(false)
  return (
    <button
      type="button"
      className={`${parts.btn} ${parts.textButton} ${parts.compact}`}
      aria-busy={checking}
      onClick={() => {
        setChecking(true)
        void cart.refresh().then(() => setChecking(false))
      }}
    >
      <Icon name={checking ? 'wait' : 'undo'} turning={checking} />
      {t('sale.closed.check_again')}
    </button>
  )
}

/** No tickets on sale: the reason and what the buyer can do instead. */
export const SaleClosed = ({ event, cart, signUp }: Props) => {
  const { t } = usePageContext()
  const why = whyClosed(event, cart)
  const kind = listKindOf(event, cart)
  const text =
    why === 'not_started' ? t('sale.closed.not_started_text', { when: event.opens }) : t(`sale.closed.${why}_text`)
  return (
    <div className={`${ticketPad} ${parts.state}`} id={SIGN_UP_ID}>
      <h3>{t(`sale.closed.${why}_title`)}</h3>
      <p className={`${parts.quiet} ${parts.small}`}>{text}</p>
      {kind && !signUp.isOpen && (
        <button type="button" className={`${parts.btn} ${parts.wide} ${parts.tall}`} onClick={signUp.open}>
          <Icon name="bell" />
          {t(`sale.waiting_list.join_${kind}`)}
        </button>
      )}
      {kind && signUp.isOpen && (
        <Suspense fallback={<p role="status">{t('sale.site.working')}</p>}>
          <ListForm event={event.uuid} kind={kind} organiser={event.organiser.name} />
        </Suspense>
      )}
      {why === 'sold_out' && !signUp.isOpen && <CheckAgain cart={cart} />}
      {!kind && (
        <a className={`${parts.btn} ${parts.soft} ${parts.compact}`} href="/order">
          {t('sale.closed.see_others')}
        </a>
      )}
    </div>
  )
}
