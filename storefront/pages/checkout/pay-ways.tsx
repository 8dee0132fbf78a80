import type { BuyerOrder } from '@kartis/contract/public-orders.ts'
import { Icon } from '../../shared/icon.tsx'
import { usePageContext } from '../../shared/page-context.tsx'
import parts from '../../shared/parts.module.css'
import css from './checkout.module.css'

const CardIcon = () => (
  <svg className={parts.icon} viewBox="0 0 24 24" aria-hidden="true">
    <path d="M5.5 5.500h13a2.500 2.500 0 0 1 2.500 2.500v8a2.500 2.500 0 0 1-2.500 2.500h-13A2.500 2.500 0 0 1 3 16V8a2.500 2.500 0 0 1 2.500-2.500ZM3 10h18M7 15h3" />
  </svg>
)

/** How the order may be paid on the gateway's page, said before the buyer gets there. */
export const PayWays = ({ ways }: { readonly ways: BuyerOrder['payment_ways'] }) => {
  const { t } = usePageContext()
  if (!ways) return null
  const { max_installments: most, bit } = ways
  return (
    <div className={css.ways}>
      <p className={`${parts.small} ${parts.quiet}`} id="ways">
        {t('checkout.ways.title')}
      </p>
      <ul aria-labelledby="ways">
        <li>
          <CardIcon />
          {most > 1
            ? `${t('checkout.ways.card')} · ${t('checkout.ways.installments', { count: most })}`
            : t('checkout.ways.card')}
        </li>
        {bit && (
          <li>
            <Icon name="phone" />
            {t('checkout.ways.bit')}
          </li>
        )}
      </ul>
    </div>
  )
}
