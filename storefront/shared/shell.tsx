import { LANGS } from '@kartis/i18n/lang.ts'
import type { Lang } from '@kartis/i18n/lang.ts'
import { LogoMark } from '@kartis/ui/components/logo-mark.tsx'
import type { ReactNode } from 'react'
import { EmbedShell } from './embed-shell.tsx'
import { Icon } from './icon.tsx'
import { usePage } from './page-context.tsx'
import parts from './parts.module.css'
import { bold, Rich } from './rich.tsx'
import css from './shell.module.css'

const NAMES: Readonly<Record<Lang, { readonly short: string; readonly full: string }>> = {
  he: { short: 'עב', full: 'עברית' },
  en: { short: 'EN', full: 'English' },
  ar: { short: 'ع', full: 'العربية' },
}

interface LanguagesProps {
  readonly onLang: ((lang: Lang) => void) | undefined
  readonly token: string | undefined
  readonly kept: string | undefined
}

const Languages = ({ onLang, token, kept: wishes }: LanguagesProps) => {
  const { lang, say } = usePage()
  const kept = [token && `token=${encodeURIComponent(token)}&`, wishes && `${wishes}&`].filter(Boolean).join('')
  return (
    <nav className={css.languages} aria-label={say('sale.site.languages')}>
      {LANGS.filter((each) => each !== lang).map((each) => (
        <a
          key={each}
          className={css.link}
          href={`?${kept}lang=${each}`}
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

interface FootProps {
  /** In whose name the sale is made; the law wants it on the page. */
  readonly seller?: { readonly name: string; readonly number: string } | undefined
}

const Foot = ({ seller }: FootProps) => {
  const { say } = usePage()
  return (
    <footer className={css.foot}>
      <div className={parts.wrap}>
        <ul>
          <li>
            <a href="/order/legal/accessibility">{say('sale.site.accessibility')}</a>
          </li>
          <li>
            <a href="/order/legal/terms">{say('sale.site.terms')}</a>
          </li>
          <li>
            <a href="/order/legal/privacy">{say('sale.site.privacy')}</a>
          </li>
          <li>
            <a href="/order/legal/cancellation">{say('sale.site.cancel')}</a>
          </li>
          <li>
            <a href="/order/legal/accessibility#contact">{say('sale.site.contact')}</a>
          </li>
        </ul>
        <p>
          {seller ? (
            <Rich
              text={say(seller.number ? 'sale.site.sold_by_company' : 'sale.site.sold_by', { ...seller })}
              parts={{ b: bold }}
            />
          ) : (
            say('sale.site.run_by')
          )}
        </p>
      </div>
    </footer>
  )
}

interface Props extends FootProps {
  readonly children: ReactNode
  /** A way back that takes the place of "my orders" while one buys. */
  readonly back?: { readonly href: string; readonly text: string }
  /** Stands between head and page: the hold timer. */
  readonly strip?: ReactNode
  /** Stands under everything: the phone's buy bar. */
  readonly bar?: ReactNode
  /** Changes the language without losing what is typed; without it the links load the page anew. */
  readonly onLang?: ((lang: Lang) => void) | undefined
  /** The key to an order: without it in their address the page in another language would stay shut. */
  readonly token?: string | undefined
  /** The page's own wishes as a query, to be kept in another language. */
  readonly kept?: string | undefined
}

/** Quiet head, the page, legal foot. */
export const Shell = ({ children, back, strip, bar, seller, onLang, token, kept }: Props) => {
  const { say, embed } = usePage()
  if (embed)
    return (
      <EmbedShell back={back} strip={strip} seller={seller}>
        {children}
      </EmbedShell>
    )
  return (
    <>
      <a className={css.skip} href="#main">
        {say('sale.site.skip')}
      </a>
      <header className={css.head}>
        <div className={`${parts.wrap} ${parts.apart} ${css.bar}`}>
          <a className={css.brand} href="/order" aria-label={say('sale.site.home')}>
            <LogoMark />
            <span aria-hidden="true">{say('sale.site.name')}</span>
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
                {say('sale.site.my_orders')}
              </a>
            )}
            <Languages onLang={onLang} token={token} kept={kept} />
          </div>
        </div>
      </header>
      {strip}
      {children}
      {bar}
      <Foot seller={seller} />
    </>
  )
}
