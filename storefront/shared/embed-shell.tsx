import type { ReactNode } from 'react'
import css from './embed-shell.module.css'
import { Icon } from './icon.tsx'
import { usePageContext } from './page-context.tsx'
import { bold, Rich } from './rich.tsx'

interface Props {
  readonly children: ReactNode
  readonly back: { readonly href: string; readonly text: string } | undefined
  readonly strip: ReactNode
  readonly seller: { readonly name: string; readonly number: string } | undefined
}

const LEGAL = ['terms', 'privacy', 'cancel', 'accessibility'] as const
const PAGES = { terms: 'terms', privacy: 'privacy', cancel: 'cancellation', accessibility: 'accessibility' } as const

/** The frame of an embedded page: the page and one line of the notices that the law requires. */
export const EmbedShell = ({ children, back, strip, seller }: Props) => {
  const { t, lang } = usePageContext()
  return (
    <>
      {strip}
      {back && (
        <a className={css.back} href={back.href}>
          <span className={css.backwards}>
            <Icon name="go" />
          </span>
          {back.text}
        </a>
      )}
      {children}
      <div className={css.line}>
        {seller && (
          <p>
            <Rich
              text={t(seller.number ? 'sale.site.sold_by_company' : 'sale.site.sold_by', { ...seller })}
              parts={{ b: bold }}
            />
          </p>
        )}
        <ul>
          {LEGAL.map((each) => (
            <li key={each}>
              <a href={`/order/legal/${PAGES[each]}?lang=${lang}`} target="_blank" rel="noopener">
                {t(`sale.site.${each}`)}
              </a>
            </li>
          ))}
        </ul>
      </div>
    </>
  )
}
