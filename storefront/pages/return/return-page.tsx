import { Icon } from '../../shared/icon.tsx'
import { usePageContext } from '../../shared/page-context.tsx'
import page from '../../shared/page.module.css'
import parts from '../../shared/parts.module.css'

interface Props {
  readonly order: string
  readonly outcome: 'success' | 'fail'
}

/** Where the gateway sends the buyer: for a moment inside the frame, with a link for browsers without scripts. */
export const ReturnPage = ({ order, outcome }: Props) => {
  const { t } = usePageContext()
  return (
    <main id="main" className={`${parts.narrow} ${page.main}`}>
      <section className={`${parts.state} ${page.notice}`}>
        <span className={parts.seal}>
          <Icon name="wait" turning />
        </span>
        <h1 className={page.heading}>{t('checkout.return.title')}</h1>
        <a
          className={`${parts.btn} ${parts.neutral}`}
          href={`/order/checkout/${order}?result=${outcome}`}
          target="_top"
          data-order={order}
          data-outcome={outcome}
        >
          {t('checkout.return.go')}
        </a>
      </section>
    </main>
  )
}
