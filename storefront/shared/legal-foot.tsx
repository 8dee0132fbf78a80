import { usePageContext } from './page-context.tsx'
import { bold, Rich } from './rich.tsx'

/** The legal seller, whom the law requires the page to name. */
export interface Seller {
  readonly name: string
  readonly number: string
}

export const SoldBy = ({ seller }: { readonly seller: Seller }) => {
  const { t } = usePageContext()
  return (
    <Rich
      text={t(seller.number ? 'sale.site.sold_by_company' : 'sale.site.sold_by', { ...seller })}
      parts={{ b: bold }}
    />
  )
}

const LINKS = ['accessibility', 'terms', 'privacy', 'cancel', 'contact'] as const

/** The notices that the law requires, and whom to contact; out of a frame they open beside it. */
export const LegalLinks = () => {
  const { t, lang, embed } = usePageContext()
  return (
    <ul>
      {LINKS.map((each) => (
        <li key={each}>
          <a
            href={`/order/legal/${each === 'cancel' ? 'cancellation' : each}${embed ? `?lang=${lang}` : ''}`}
            target={embed ? '_blank' : undefined}
          >
            {t(`sale.site.${each}`)}
          </a>
        </li>
      ))}
    </ul>
  )
}
