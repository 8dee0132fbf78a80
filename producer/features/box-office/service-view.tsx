import { Card } from '@kartis/ui/components/card.tsx'
import { useLang } from '@kartis/ui/use-lang.ts'
import { momentShortText } from '@kartis/i18n/format.ts'
import { EmptyState } from '@kartis/ui/components/empty-state.tsx'
import { Soft } from '@kartis/ui/components/layout.tsx'
import { UserText } from '@kartis/ui/components/user-text.tsx'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { ButtonLink } from '../../shared/links.tsx'
import { WhenLoaded } from '../../shared/when-loaded.tsx'
import style from './box-office.module.css'
import { boxOfficeEventsQuery } from './register-queries.ts'

/** A register for scanning or pickup: today's events, each with a link to its scanner or orders. */
export function ServiceView({ service }: { readonly service: 'scan' | 'pickup' }) {
  const { t } = useTranslation('box-office')
  const lang = useLang()
  const events = useQuery(boxOfficeEventsQuery)
  return (
    <WhenLoaded query={events}>
      {(events) =>
        events.length === 0 ? (
          <EmptyState title={t('sell.none')} text={t('sell.none_text')} />
        ) : (
          <Card title={t(`service.${service}`)}>
            <ul className={style.rows}>
              {events.map((event) => (
                <li key={event.uuid} className={style.row}>
                  <div className={style.what}>
                    <b>
                      <UserText>{event.name}</UserText>
                    </b>
                    <Soft small>{momentShortText(event.starts_at, lang, event.timezone)}</Soft>
                  </div>
                  <ButtonLink
                    look="soft"
                    to={service === 'scan' ? '/events/$uuid/scan-tickets' : '/events/$uuid/sold-tickets'}
                    params={{ uuid: event.uuid }}
                  >
                    {t(`tills.services.${service}`)}
                  </ButtonLink>
                </li>
              ))}
            </ul>
          </Card>
        )
      }
    </WhenLoaded>
  )
}
