import { LANGS } from '@kartis/i18n/lang.ts'
import type { Lang } from '@kartis/i18n/lang.ts'
import { LogoMark } from '@kartis/ui/components/logo-mark.tsx'
import type { ReactNode } from 'react'
import { EmbedShell } from './embed-shell.tsx'
import { Icon } from './icon.tsx'
import { LegalLinks, type Seller, SoldBy } from './legal-foot.tsx'
import { usePageContext } from './page-context.tsx'
import parts from './parts.module.css'
import css from './shell.module.css'

const NAMES: Readonly<Record<Lang, { readonly short: string; readonly full: string }>> = {
  he: { short: 'עב', full: 'עברית' },
  en: { short: 'EN', full: 'English' },
  ar: { short: 'ع', full: 'العربية' },
}

interface LanguagesProps {
  readonly onLang: ((lang: Lang) => void) | undefined
  readonly token: string | undefined
  readonly savedQuery: string | undefined
}

const Languages = ({ onLang, token, savedQuery }: LanguagesProps) => {
  const { lang, t } = usePageContext()
  const prefix = [token && `token=${encodeURIComponent(token)}&`, savedQuery && `${savedQuery}&`]
    .filter(Boolean)
    .join('')
  return (
    <nav className={css.languages} aria-label={t('sale.site.languages')}>
      {LANGS.filter((each) => each !== lang).map((each) => (
        <a
          key={each}
          className={css.link}
          href={`?${prefix}lang=${each}`}
          lang={each}
          hrefLang={each}
          onClick={(click) => {
            if (!onLang || click.metaKey || click.ctrlKey) return
            click.preventDefault()
            onLang(each)
          }}
        >
          <span aria-hidden="true">{NAMES[each].short}</span>
          <span className={parts.unseen}>{NAMES[each].full}</span>
        </a>
      ))}
    </nav>
  )
}

interface FooterProps {
  readonly seller?: Seller | undefined
}

const Footer = ({ seller }: FooterProps) => {
  const { t } = usePageContext()
  return (
    <footer className={css.foot}>
      <div className={parts.wrap}>
        <LegalLinks />
        <p>{seller ? <SoldBy seller={seller} /> : t('sale.site.run_by')}</p>
      </div>
    </footer>
  )
}

interface Props extends FooterProps {
  readonly children: ReactNode
  /** A link back in place of "my orders" during a purchase. */
  readonly back?: { readonly href: string; readonly text: string }
  /** Between header and page: the hold timer. */
  readonly strip?: ReactNode
  /** At the bottom of the screen: the phone's buy bar. */
  readonly bar?: ReactNode
  /** Changes the language without losing what is typed; without it the links reload the page. */
  readonly onLang?: ((lang: Lang) => void) | undefined
  /** The token of an order, which the page in another language needs in its address. */
  readonly token?: string | undefined
  /** The page's own query, preserved in another language. */
  readonly savedQuery?: string | undefined
}

/** Header, page and legal footer. */
export const Shell = ({ children, back, strip, bar, seller, onLang, token, savedQuery }: Props) => {
  const { t, embed } = usePageContext()
  if (embed)
    return (
      <EmbedShell back={back} strip={strip} seller={seller}>
        {children}
      </EmbedShell>
    )
  return (
    <>
      <a className={css.skip} href="#main">
        {t('sale.site.skip')}
      </a>
      <header className={css.head}>
        <div className={`${parts.wrap} ${parts.apart} ${css.bar}`}>
          <a className={css.brand} href="/order" aria-label={t('sale.site.home')}>
            <LogoMark />
            <span aria-hidden="true">{t('sale.site.name')}</span>
          </a>
          <div className={css.tools}>
            {back ? (
              <a className={css.link} href={back.href}>
                <span className={css.backwards}>
                  <Icon name="go" />
                </span>
                <span className={css.where}>{back.text}</span>
              </a>
            ) : (
              <a className={css.link} href="/order/my">
                <Icon name="ticket" />
                {t('sale.site.my_orders')}
              </a>
            )}
            <Languages onLang={onLang} token={token} savedQuery={savedQuery} />
          </div>
        </div>
      </header>
      {strip}
      {children}
      {bar}
      <Footer seller={seller} />
    </>
  )
}
