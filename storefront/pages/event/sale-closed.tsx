import { lazy, Suspense, useEffect, useState } from 'react'
import { Icon } from '../../shared/icon.tsx'
import { usePageContext } from '../../shared/page-context.tsx'
import parts from '../../shared/parts.module.css'
import { storedToken } from '../../shared/session.ts'
import { ticketPad } from '../../shared/ticket.tsx'
import type { EventView } from '../../state/event-state.ts'
import { type ListKind, readEntry } from './saved-entry.ts'
import type { Cart } from './use-cart.ts'

/** Its code is needed only by those who sign up or did. */
const ListPanel = lazy(async () => ({ default: (await import('./list-panel.tsx')).ListPanel }))

/** The sign-up of a closed sale: whether its form is open, and whether the visitor is on the list. */
export interface SignUp {
  readonly isOpen: boolean
  readonly open: () => void
  readonly isOn: boolean
  readonly setOn: (isOn: boolean) => void
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

/** Whether this browser may have an entry: known only after the page is hydrated. */
const useMayBeOn = (event: string, kind: ListKind | undefined): boolean => {
  const [mayBe, setMayBe] = useState(false)
  useEffect(() => {
    // oxlint-disable-next-line react/set-state-in-effect -- what this browser stored is known only in the browser
    setMayBe(kind !== undefined && (storedToken() !== undefined || readEntry(event, kind) !== undefined))
  }, [event, kind])
  return mayBe
}

/** No tickets on sale: the reason and what the buyer can do instead. */
export const SaleClosed = ({ event, cart, signUp }: Props) => {
  const { t } = usePageContext()
  const why = whyClosed(event, cart)
  const kind = listKindOf(event, cart)
  const mayBeOn = useMayBeOn(event.uuid, kind)
  const showsPanel = signUp.isOpen || signUp.isOn || mayBeOn
  const text =
    why === 'not_started' ? t('sale.closed.not_started_text', { when: event.opens }) : t(`sale.closed.${why}_text`)
  const join = kind && (
    <button type="button" className={`${parts.btn} ${parts.wide} ${parts.tall}`} onClick={signUp.open}>
      <Icon name="bell" />
      {t(`sale.waiting_list.join_${kind}`)}
    </button>
  )
  return (
    <div className={`${ticketPad} ${parts.state}`} id={SIGN_UP_ID}>
      <h3>{t(`sale.closed.${why}_title`)}</h3>
      <p className={`${parts.quiet} ${parts.small}`}>{text}</p>
      {!showsPanel && join}
      {kind && showsPanel && (
        <Suspense fallback={signUp.isOpen ? <p role="status">{t('sale.site.working')}</p> : join}>
          <ListPanel
            event={event.uuid}
            kind={kind}
            organiser={event.organiser.name}
            isOpen={signUp.isOpen}
            onEntry={signUp.setOn}
          >
            {join}
          </ListPanel>
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
