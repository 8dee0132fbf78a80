// First, so that the styles of components come after it.
import '../../shared/base.css'
import { embedCode } from '@kartis/contract/embed-code.ts'
import { usePageContext } from '../../shared/page-context.tsx'
import page from '../../shared/page.module.css'
import parts from '../../shared/parts.module.css'
import { Rich } from '../../shared/rich.tsx'
import { Shell } from '../../shared/shell.tsx'
import css from './example-page.module.css'

interface Props {
  /** Undefined when nothing is on sale: the code then shows a placeholder. */
  readonly event: { readonly slug: string; readonly name: string } | undefined
  readonly site: string
}

const OPTIONS = ['event', 'size', 'sticky', 'lang', 'theme', 'frame_title'] as const
const SIZES = ['full', 'compact'] as const

const code = (inside: string) => <code dir="ltr">{inside}</code>

/** The code that an organiser pastes into a page, its options, and the result. */
export const ExamplePage = ({ event, site }: Props) => {
  const { t, lang } = usePageContext()
  const text = t('sale.embed.link', { name: event?.name ?? '' })
  const codeOf = (size: (typeof SIZES)[number]) =>
    embedCode({ site, event: event?.slug ?? 'event-name', lang, text, compact: size === 'compact' })
  return (
    <Shell>
      <main id="main" className={`${parts.wrap} ${page.main} ${css.page}`}>
        <div className={parts.stack}>
          <h1>{t('sale.embed.title')}</h1>
          <p className={parts.quiet}>{t('sale.embed.text')}</p>
        </div>
        <section className={css.part}>
          <h2>{t('sale.embed.code')}</h2>
          {SIZES.map((size) => (
            <div key={size} className={css.part}>
              <h3>{t(`sale.embed.${size}_title`)}</h3>
              {/* Long lines scroll; the keyboard reaches them as well. */}
              {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
              <pre className={css.code} dir="ltr" tabIndex={0} aria-label={t(`sale.embed.${size}_title`)}>
                {codeOf(size)}
              </pre>
            </div>
          ))}
          <ul className={css.options}>
            {OPTIONS.map((option) => (
              <li key={option}>
                <Rich text={t(`sale.embed.${option}`)} parts={{ c: code }} />
              </li>
            ))}
          </ul>
        </section>
        {event && (
          <section className={css.part}>
            <h2>{t('sale.embed.live')}</h2>
            {SIZES.map((size) => (
              <div
                key={size}
                className={size === 'full' ? css.live : undefined}
                // oxlint-disable-next-line react/no-danger -- the code is the example
                dangerouslySetInnerHTML={{ __html: codeOf(size) }}
              />
            ))}
          </section>
        )}
      </main>
    </Shell>
  )
}
