import { listVenueMaps, restoreVenueMap, type VenueMap } from '@kartis/contract/venue-maps.ts'
import { dayText } from '@kartis/i18n/format.ts'
import { Dialog } from '@kartis/ui/components/dialog.tsx'
import { Soft } from '@kartis/ui/components/layout.tsx'
import { showToast } from '@kartis/ui/components/toast.ts'
import { UserText } from '@kartis/ui/components/user-text.tsx'
import { useLang } from '@kartis/ui/use-lang.ts'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { api } from '../../shared/api.ts'
import { useMutation } from '../../shared/use-mutation.ts'
import { WhenLoaded } from '../../shared/when-loaded.tsx'
import { useInvalidateMaps } from './map-queries.ts'
import style from './maps.module.css'
import { usePlacesText } from './use-places-text.ts'

/** The archived maps, each with the way back into the list. */
export function ArchiveDialog({ open, onClose }: { readonly open: boolean; readonly onClose: () => void }) {
  const { t } = useTranslation('seat-maps')
  return (
    <Dialog open={open} onClose={onClose} title={t('archive.title')}>
      {open && <Archived />}
    </Dialog>
  )
}

/** An import that failed leaves a map without anything. */
const hasContent = ({ draft_seats: seats, draft_areas: areas, edition }: VenueMap): boolean =>
  seats + areas > 0 || edition !== null

function Archived() {
  const { t } = useTranslation('seat-maps')
  const lang = useLang()
  const placesText = usePlacesText()
  const invalidate = useInvalidateMaps()
  const maps = useQuery({
    queryKey: ['seat-maps', 'archived'],
    queryFn: async () =>
      (
        await api(listVenueMaps, { query: { per_page: 100, sort: '-updated_at', filter: { archived: 'true' } } })
      ).data.filter(hasContent),
    staleTime: 0,
  })
  const restoring = useMutation({
    mutationFn: async ({ uuid }: VenueMap) => (await api(restoreVenueMap, { params: { uuid } })).data,
    onSuccess: async ({ name }) => {
      showToast({ state: 'good', text: t('archive.restored', { name }) })
      await invalidate()
    },
  })
  return (
    <WhenLoaded query={maps}>
      {(found) =>
        found.length === 0 ? (
          <Soft>{t('archive.empty')}</Soft>
        ) : (
          <ul className={style.lines}>
            {found.map((map) => (
              <li key={map.uuid}>
                <div>
                  <b>
                    <UserText>{map.name}</UserText>
                  </b>
                  <p>
                    {placesText(map.draft_seats)} · {dayText(map.updated_at, lang)}
                  </p>
                </div>
                <button
                  type="button"
                  className={style.link}
                  disabled={restoring.isPending}
                  aria-label={t('archive.restore_label', { name: map.name })}
                  onClick={() => restoring.mutate(map)}
                >
                  {t('archive.restore')}
                </button>
              </li>
            ))}
          </ul>
        )
      }
    </WhenLoaded>
  )
}
