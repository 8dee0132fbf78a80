import { clockText, useSecondsLeft } from '../../shared/clock.ts'
import { pathIn } from '../../shared/embed.ts'
import { Icon } from '../../shared/icon.tsx'
import { usePageContext } from '../../shared/page-context.tsx'
import parts from '../../shared/parts.module.css'
import { boldClock, Rich } from '../../shared/rich.tsx'
import css from './buy-panel.module.css'
import type { Cart } from './use-cart.ts'

interface Props {
  readonly cart: Pick<Cart, 'held' | 'dropHeld'>
  /** The main button of the page leads to this order as well. */
  readonly hasButton?: boolean
}

/** The order of this browser that still holds tickets or whose payment is awaited: the way back to it, or a new choice. */
export const HeldNote = ({ cart, hasButton = false }: Props) => {
  const frame = usePageContext()
  const { t, now } = frame
  const left = useSecondsLeft(cart.held?.expires ?? null, now)
  if (!cart.held || (left === 0 && !cart.held.paying)) return null
  return (
    <div className={`${parts.note} ${parts.info} ${css.held}`}>
      <Icon name="clock" />
      <div>
        <p>
          {cart.held.paying ? (
            t('sale.buy.held_paying')
          ) : (
            <Rich text={t('sale.buy.held', { left: clockText(left) })} parts={{ t: boldClock }} />
          )}
        </p>
        <p className={parts.line}>
          {!hasButton && (
            <a
              className={`${parts.btn} ${parts.compact}`}
              href={pathIn(frame, `/order/checkout/${cart.held.order}`, cart.held.token)}
            >
              {t('sale.buy.held_go')}
            </a>
          )}
          <button type="button" className={`${parts.btn} ${parts.textButton} ${parts.compact}`} onClick={cart.dropHeld}>
            {t('sale.buy.held_drop')}
          </button>
        </p>
      </div>
    </div>
  )
}
