import { commaText } from '@kartis/i18n/format.ts'
import { UserText } from '@kartis/ui/components/user-text.tsx'
import { Price } from '../../shared/money.tsx'
import { usePageContext } from '../../shared/page-context.tsx'
import parts from '../../shared/parts.module.css'
import { Stepper } from '../../shared/stepper.tsx'
import type { TicketTypeView } from '../../state/event-state.ts'
import css from './buy-panel.module.css'
import type { Cart } from './use-cart.ts'

interface Props {
  readonly ticketType: TicketTypeView
  /** Absent: no quantity is chosen here. */
  readonly cart: Cart | undefined
  readonly over: boolean
  /** The choice has reached the limit of the whole order, which is no limit of this type. */
  readonly isOrderFull?: boolean
}

const Quantity = ({ ticketType, cart }: { readonly ticketType: TicketTypeView; readonly cart: Cart }) => {
  const { t, lang } = usePageContext()
  return (
    <Stepper
      value={cart.quantityOf(ticketType)}
      min={0}
      max={cart.maxOf(ticketType)}
      label={t('sale.buy.quantity_of', { name: ticketType.name })}
      less={commaText([t('sale.buy.less'), ticketType.name], lang)}
      more={commaText([t('sale.buy.more'), ticketType.name], lang)}
      onChange={(by) => cart.change(ticketType, by)}
    />
  )
}

/** One ticket type: name, description, final price, quantity. Types not on sale show the reason. */
export const TicketTypeRow = ({ ticketType, cart, over, isOrderFull = false }: Props) => {
  const { t } = usePageContext()
  // After the event every row shows the same: its cached state may be older than the page.
  const state = over ? 'ended' : ticketType.state
  const open = state === 'on_sale'
  const low = open && ticketType.scarce
  const quantity = cart?.quantityOf(ticketType) ?? 0
  const full = cart && open && !low && !isOrderFull && quantity > 0 && quantity >= cart.maxOf(ticketType)
  const row = [css.ticketType, open ? '' : css.off, quantity > 0 ? css.chosen : ''].filter(Boolean).join(' ')
  return (
    <li className={row}>
      <div className={css.what}>
        <h3>
          <UserText>{ticketType.name}</UserText>
          {low && (
            <span className={`${parts.tag} ${parts.warn}`}>{t('sale.buy.left', { count: ticketType.left ?? 0 })}</span>
          )}
        </h3>
        {ticketType.info && (
          <p className={`${parts.small} ${parts.quiet}`}>
            <UserText>{ticketType.info}</UserText>
          </p>
        )}
        {ticketType.note && <p className={`${parts.small} ${parts.quiet}`}>{ticketType.note}</p>}
        {full && <p className={`${parts.small} ${parts.quiet}`}>{t('sale.buy.limit', { count: quantity })}</p>}
        <Price shekels={ticketType.price} />
      </div>
      {open && cart && <Quantity ticketType={ticketType} cart={cart} />}
      {state === 'sold_out' && <span className={parts.tag}>{t('sale.buy.sold_out')}</span>}
      {state === 'ended' && <span className={parts.tag}>{t('sale.buy.closed')}</span>}
      {state === 'not_started' && <span className={`${parts.tag} ${parts.info}`}>{t('sale.buy.soon')}</span>}
    </li>
  )
}
