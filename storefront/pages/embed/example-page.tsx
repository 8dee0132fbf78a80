import { embedCode } from '@kartis/contract/embed-code.ts'
import { usePage } from '../../shared/page-context.tsx'
import page from '../../shared/page.module.css'
import parts from '../../shared/parts.module.css'
import { Rich } from '../../shared/rich.tsx'
import { Shell } from '../../shared/shell.tsx'
import css from './example-page.module.css'

interface Props {
  /** Nothing is on sale: the code is shown with a name that stands for one. */
  readonly event: { readonly slug: string; readonly name: string } | undefined
  readonly site: string
}

const OPTIONS = ['event', 'lang', 'theme', 'frame_title'] as const

const code = (inside: string) => <code dir="ltr">{inside}</code>

/** What an organiser pastes into his own page, and how it looks there: the code below stands in this page as it would in his. */
export const ExamplePage = ({ event, site }: Props) => {
  const { say, lang } = usePage()
  const text = say('sale.embed.link', { name: event?.name ?? '' })
  const pasted = embedCode({ site, event: event?.slug ?? 'event-name', lang, text })
  return (
    <Shell>
      <main id="main" className={`${parts.wrap} ${page.main} ${css.page}`}>
        <div className={parts.stack}>
          <h1>{say('sale.embed.title')}</h1>
          <p className={parts.quiet}>{say('sale.embed.text')}</p>
        </div>
        <section className={css.part}>
          <h2>{say('sale.embed.code')}</h2>
          {/* Long lines scroll; the keyboard reaches them as well. */}
          {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
          <pre className={css.code} dir="ltr" tabIndex={0} aria-label={say('sale.embed.code')}>
            {pasted}
          </pre>
          <ul className={css.options}>
            {OPTIONS.map((option) => (
              <li key={option}>
                <Rich text={say(`sale.embed.${option}`)} parts={{ c: code }} />
              </li>
            ))}
          </ul>
        </section>
        {event && (
          <section className={css.part}>
            <h2>{say('sale.embed.live')}</h2>
            {/* oxlint-disable-next-line react/no-danger -- the code is the example */}
            <div className={css.live} dangerouslySetInnerHTML={{ __html: pasted }} />
          </section>
        )}
      </main>
    </Shell>
  )
}
