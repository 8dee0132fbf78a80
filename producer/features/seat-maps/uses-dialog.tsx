import { listMapEvents, type VenueMap } from '@kartis/contract/venue-maps.ts'
import { dayText } from '@kartis/i18n/format.ts'
import { Chip } from '@kartis/ui/components/chip.tsx'
import { Dialog } from '@kartis/ui/components/dialog.tsx'
import { Soft } from '@kartis/ui/components/layout.tsx'
import { UserText } from '@kartis/ui/components/user-text.tsx'
import { useLang } from '@kartis/ui/use-lang.ts'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { api } from '../../shared/api.ts'
import { everyPage } from '../../shared/every-page.ts'
import { PathLink } from '../../shared/links.tsx'
import { WhenLoaded } from '../../shared/when-loaded.tsx'
import style from './maps.module.css'

/** The events that took a map, and which of them could take a newer edition. */
export function UsesDialog({ map, onClose }: { readonly map: VenueMap | undefined; readonly onClose: () => void }) {
  const { t } = useTranslation('seat-maps')
  return (
    <Dialog open={map !== undefined} onClose={onClose} title={t('uses.title')}>
      {map && <Uses map={map} />}
    </Dialog>
  )
}

function Uses({ map }: { readonly map: VenueMap }) {
  const { t } = useTranslation('seat-maps')
  const lang = useLang()
  const events = useQuery({
    queryKey: ['seat-maps', 'events', map.uuid],
    queryFn: async () => (await everyPage((query) => api(listMapEvents, { params: { uuid: map.uuid }, query }))).data,
    staleTime: 0,
  })
  return (
    <WhenLoaded query={events}>
      {(found) =>
        found.length === 0 ? (
          <Soft>{t('uses.none')}</Soft>
        ) : (
          <ul className={style.lines}>
            {found.map(({ uuid, name, starts_at: at, edition }) => {
              const isOld = edition !== map.edition
              return (
                <li key={uuid}>
                  <div>
                    <b>
                      <UserText>{name}</UserText>
                    </b>
                    <p>{dayText(at, lang)}</p>
                  </div>
                  <Chip plain state={isOld ? 'warn' : 'good'}>
                    {t('editions.edition', { edition })}
                  </Chip>
                  <PathLink
                    path={isOld ? `/events/${uuid}/seating/change` : `/events/${uuid}/seating`}
                    className={style.link}
                  >
                    {isOld ? t('uses.change') : t('uses.open')}
                  </PathLink>
                </li>
              )
            })}
          </ul>
        )
      }
    </WhenLoaded>
  )
}
