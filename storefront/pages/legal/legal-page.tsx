// First, so that the styles of components come after it.
import '../../shared/base.css'
import { dialledPhone } from '@kartis/domain/dialled-phone.ts'
import type { Operator } from '../../page-types.ts'
import { cancelLink } from '../../shared/own-order-link.ts'
import { usePageContext } from '../../shared/page-context.tsx'
import page from '../../shared/page.module.css'
import parts from '../../shared/parts.module.css'
import { linkTo, Rich } from '../../shared/rich.tsx'
import { Shell } from '../../shared/shell.tsx'
import type { MessageKey } from '../../shared/translator.ts'
import css from './legal-page.module.css'

export const LEGAL = ['accessibility', 'privacy', 'terms', 'cancellation', 'contact'] as const
export type LegalKind = (typeof LEGAL)[number]

/** The sections of each page in order; their message keys are `<name>_title` and `<name>_text`. */
const SECTIONS: Readonly<Record<LegalKind, readonly string[]>> = {
  accessibility: ['commitment', 'done', 'limits', 'door', 'audit', 'contact'],
  privacy: ['who', 'what', 'why', 'marketing', 'share', 'keep', 'cookies', 'rights'],
  terms: ['service', 'price', 'order', 'ticket', 'cancel', 'change', 'law'],
  cancellation: ['when', 'long', 'fee', 'refund', 'rest'],
  contact: ['event', 'order', 'site'],
}

const LINKS: Readonly<Record<LegalKind, string>> = {
  accessibility: '/order/my',
  privacy: '/order/my',
  terms: '/order/legal/cancellation',
  cancellation: cancelLink(),
  contact: '/order/my',
}

const isReachable = ({ phone, email, address }: Operator): boolean => [phone, email, address].some(Boolean)

const sectionsOf = (kind: LegalKind, operator: Operator): readonly string[] =>
  SECTIONS[kind].filter((name) => kind !== 'contact' || name !== 'site' || isReachable(operator))

interface Props {
  readonly kind: LegalKind
  readonly operator: Operator
  readonly updated: string
}

/** Paragraphs, and lists of the lines that begin with a dash. */
const blocksOf = (text: string): (string | string[])[] =>
  text.split('\n').reduce<(string | string[])[]>((blocks, line) => {
    const last = blocks.at(-1)
    if (!line.startsWith('- ')) return [...blocks, line]
    return Array.isArray(last) ? [...blocks.slice(0, -1), [...last, line.slice(2)]] : [...blocks, [line.slice(2)]]
  }, [])

const contactLinks = (operator: Operator) => ({
  phone: linkTo(`tel:${dialledPhone(operator.phone) ?? ''}`),
  email: linkTo(`mailto:${operator.email}`),
})

interface TextProps {
  readonly text: string
  readonly link: string
  readonly contact?: ReturnType<typeof contactLinks>
}

const Text = ({ text, link, contact }: TextProps) => {
  const inside = { a: linkTo(link), form: linkTo('/order/cancel'), ...contact }
  return blocksOf(text).map((block) =>
    typeof block === 'string' ? (
      <p key={block}>
        <Rich text={block} parts={inside} />
      </p>
    ) : (
      <ul key={block[0]}>
        {block.map((line) => (
          <li key={line}>
            <Rich text={line} parts={inside} />
          </li>
        ))}
      </ul>
    ),
  )
}

const Contact = ({ operator, kind }: Pick<Props, 'operator' | 'kind'>) => {
  const { t } = usePageContext()
  const links = contactLinks(operator)
  return (
    <section id="contact" className={`${parts.card} ${css.section}`}>
      <h2>{kind === 'contact' ? operator.name : t('legal.contact.title')}</h2>
      <ul className={css.bare}>
        {kind !== 'contact' && <li>{t('legal.contact.name', { operator: operator.name })}</li>}
        {kind === 'accessibility' && operator.coordinator && (
          <li>{t('legal.contact.coordinator', { coordinator: operator.coordinator })}</li>
        )}
        {operator.phone && (
          <li>
            <Rich text={t('legal.contact.phone', { phone: operator.phone })} parts={links} />
          </li>
        )}
        {operator.email && (
          <li>
            <Rich text={t('legal.contact.email', { email: operator.email })} parts={links} />
          </li>
        )}
        {operator.address && <li>{t('legal.contact.address', { address: operator.address })}</li>}
      </ul>
    </section>
  )
}

/** The ways to cancel that exist here: this site, the organiser, and the operator's phone, e-mail and address where it has them. */
const HowToCancel = ({ operator }: { readonly operator: Operator }) => {
  const { t } = usePageContext()
  const { phone, email, address } = operator
  const text = [
    t('legal.cancellation.how_text'),
    phone && t('legal.cancellation.how_phone', { phone }),
    email && t('legal.cancellation.how_email', { email }),
    address && t('legal.cancellation.how_address', { address }),
    t('legal.cancellation.how_give'),
  ]
  return (
    <section className={css.section}>
      <h2>{t('legal.cancellation.how_title')}</h2>
      <Text text={text.filter(Boolean).join('\n')} link={LINKS.cancellation} contact={contactLinks(operator)} />
      <p>
        <a className={parts.btn} href={LINKS.cancellation}>
          {t('legal.cancellation.how_go')}
        </a>
      </p>
    </section>
  )
}

/** One of the pages that the law requires, or whom to contact, with the names of this installation's operator. */
export const LegalPage = ({ kind, operator, updated }: Props) => {
  const { t } = usePageContext()
  return (
    <Shell>
      <main id="main" className={`${parts.wrap} ${page.main} ${css.legal}`}>
        <div>
          <h1>{t(`legal.${kind}.title`)}</h1>
          {kind !== 'contact' && (
            <p className={`${parts.small} ${parts.quiet}`}>{t('legal.updated', { date: updated })}</p>
          )}
        </div>
        {kind === 'cancellation' && <HowToCancel operator={operator} />}
        {sectionsOf(kind, operator).map((name) => (
          <section key={name} className={css.section}>
            <h2>{t(`legal.${kind}.${name}_title` as MessageKey)}</h2>
            <Text
              text={t(`legal.${kind}.${name}_text` as MessageKey, { operator: operator.name, date: updated })}
              link={LINKS[kind]}
            />
          </section>
        ))}
        {(kind !== 'contact' || isReachable(operator)) && <Contact operator={operator} kind={kind} />}
        <nav className={parts.line} aria-label={t('legal.pages')}>
          {LEGAL.filter((each) => each !== kind).map((each) => (
            <a key={each} className={parts.pick} href={`/order/legal/${each}`}>
              {t(`legal.${each}.title`)}
            </a>
          ))}
        </nav>
      </main>
    </Shell>
  )
}
