import { UserText } from '@kartis/ui/components/user-text.tsx'
import { Icon } from '../../shared/icon.tsx'
import { usePageContext } from '../../shared/page-context.tsx'
import parts from '../../shared/parts.module.css'
import { ORGANISER_ID } from '../../shared/phone-note.tsx'
import type { EventView } from '../../state/event-state.ts'
import css from './event-page.module.css'

/** The element of the description: hydration reads its text from here instead of sending it twice. */
export const ABOUT_ID = 'about-text'

const GoodToKnow = ({ event }: { readonly event: EventView }) => {
  const { t } = usePageContext()
  if (event.age === null && !event.accessibility) return null
  return (
    <section className={css.section}>
      <h2>{t('sale.event.good_to_know')}</h2>
      <div className={`${parts.facts} ${css.pairwise}`}>
        {event.age !== null && (
          <div className={parts.fact}>
            <Icon name="people" />
            <p className={parts.strong}>{t('sale.event.age', { age: event.age })}</p>
          </div>
        )}
        {event.accessibility && (
          <div className={parts.fact}>
            <Icon name="access" />
            <div>
              <p className={parts.strong}>{t('sale.event.accessible')}</p>
              <p className={`${parts.small} ${parts.quiet}`}>
                <UserText>{event.accessibility}</UserText>
              </p>
            </div>
          </div>
        )}
      </div>
    </section>
  )
}

const Organiser = ({ event }: { readonly event: EventView }) => {
  const { t } = usePageContext()
  const { name, company, number, phone, dial, email } = event.organiser
  const subject = encodeURIComponent(t('sale.event.ask_subject', { name: event.name }))
  return (
    <section id={ORGANISER_ID} className={`${parts.card} ${parts.apart} ${css.organiser}`}>
      <div>
        <h2 className={`${parts.small} ${parts.quiet} ${css.label}`}>{t('sale.event.organiser')}</h2>
        <p className={parts.strong}>
          <UserText>{name}</UserText>
        </p>
        <p className={`${parts.small} ${parts.quiet}`}>
          {company !== name && <UserText>{company}</UserText>}
          {company !== name && number && ' · '}
          {number && t('sale.event.company_number', { number })}
        </p>
        {phone && (
          <p className={`${parts.small} ${parts.quiet}`}>
            {t('sale.event.call')}{' '}
            <a href={dial && `tel:${dial}`} className={css.phone} dir="auto">
              {phone}
            </a>
          </p>
        )}
      </div>
      {email && (
        <a className={`${parts.btn} ${parts.neutral} ${parts.compact}`} href={`mailto:${email}?subject=${subject}`}>
          <Icon name="chat" />
          {t('sale.event.ask')}
        </a>
      )}
    </section>
  )
}

/** The organiser's description, practical information and the seller. */
export const About = ({ event }: { readonly event: EventView }) => {
  const { t } = usePageContext()
  return (
    <div className={css.about}>
      {event.about && (
        <section className={css.section}>
          <h2>{t('sale.event.about')}</h2>
          {/* The server sanitised it when it was saved. */}
          <div
            id={ABOUT_ID}
            className={css.prose}
            dir="auto"
            suppressHydrationWarning
            // oxlint-disable-next-line react/no-danger
            dangerouslySetInnerHTML={{ __html: event.about }}
          />
        </section>
      )}
      <GoodToKnow event={event} />
      <Organiser event={event} />
    </div>
  )
}
