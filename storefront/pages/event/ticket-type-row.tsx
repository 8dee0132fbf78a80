import { Icon } from '../../shared/icon.tsx'
import { Money } from '../../shared/money.tsx'
import { usePage } from '../../shared/page-context.tsx'
import parts from '../../shared/parts.module.css'
import type { KindView } from '../../state/event-state.ts'
import css from './buy-panel.module.css'
import type { Cart } from './use-cart.ts'

interface Props {
  readonly kind: KindView
  readonly cart: Cart
  readonly over: boolean
}

/** From how many left the row says so. */
const LOW = 20

const Stepper = ({ kind, cart }: Omit<Props, 'over'>) => {
  const { say } = usePage()
  const quantity = cart.quantityOf(kind)
  return (
    <div className={css.stepper} role="group" aria-label={say('sale.buy.quantity_of', { name: kind.name })}>
      <button
        type="button"
        aria-label={`${say('sale.buy.less')}, ${kind.name}`}
        disabled={quantity === 0}
        onClick={() => cart.change(kind, -1)}
      >
        <Icon name="minus" />
      </button>
      <output aria-live="polite">{quantity}</output>
      <button
        type="button"
        aria-label={`${say('sale.buy.more')}, ${kind.name}`}
        disabled={quantity >= cart.mostOf(kind)}
        onClick={() => cart.change(kind, 1)}
      >
        <Icon name="plus" />
      </button>
    </div>
  )
}

/** One ticket type: name, what it is, its final price, how many. Those not for sale now stay, with the reason. */
export const KindRow = ({ kind, cart, over }: Props) => {
  const { say } = usePage()
  // After the event every row says the same: the server's own word may be older than the page.
  const state = over ? 'ended' : kind.state
  const open = state === 'on_sale'
  const low = open && kind.left !== null && kind.left <= LOW
  const quantity = cart.quantityOf(kind)
  const full = open && !low && quantity > 0 && quantity >= cart.mostOf(kind)
  const row = [css.kind, open ? '' : css.off, quantity > 0 ? css.chosen : ''].filter(Boolean).join(' ')
  return (
    <li className={row}>
      <div className={css.what}>
        <h3>
          <bdi>{kind.name}</bdi>
          {low && (
            <span className={`${parts.tag} ${parts.warn}`}>{say('sale.buy.left', { count: kind.left ?? 0 })}</span>
          )}
        </h3>
        {kind.info && (
          <p className={`${parts.small} ${parts.quiet}`}>
            <bdi>{kind.info}</bdi>
          </p>
        )}
        {kind.opens && <p className={`${parts.small} ${parts.quiet}`}>{say('sale.buy.opens', { when: kind.opens })}</p>}
        {full && <p className={`${parts.small} ${parts.quiet}`}>{say('sale.buy.limit', { count: quantity })}</p>}
        {kind.price === 0 ? (
          <span className={parts.money}>{say('sale.buy.free')}</span>
        ) : (
          <Money shekels={kind.price} />
        )}
      </div>
      {open && <Stepper kind={kind} cart={cart} />}
      {state === 'sold_out' && <span className={parts.tag}>{say('sale.buy.sold_out')}</span>}
      {state === 'ended' && <span className={parts.tag}>{say('sale.buy.closed')}</span>}
      {state === 'not_started' && <span className={`${parts.tag} ${parts.info}`}>{say('sale.buy.soon')}</span>}
    </li>
  )
}
