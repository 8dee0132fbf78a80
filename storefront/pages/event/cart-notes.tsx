import { Icon } from '../../shared/icon.tsx'
import { usePageContext } from '../../shared/page-context.tsx'
import parts from '../../shared/parts.module.css'
import { RefusalNote } from '../../shared/refusal-note.tsx'
import type { Cart } from './use-cart.ts'

/** Why the chosen tickets could not be reserved, or that none is chosen yet. */
export const CartNotes = ({ cart }: { readonly cart: Pick<Cart, 'problem' | 'isEmptyRefused'> }) => {
  const { t } = usePageContext()
  return (
    <>
      <RefusalNote text={cart.problem} />
      {cart.isEmptyRefused && (
        <p className={`${parts.note} ${parts.info}`} role="status">
          <Icon name="info" />
          <span>{t('sale.buy.choose_first')}</span>
        </p>
      )}
    </>
  )
}
