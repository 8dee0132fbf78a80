import type { MapEdition, VenueMap } from '@kartis/contract/venue-maps.ts'
import { dayText } from '@kartis/i18n/format.ts'
import { Note } from '@kartis/ui/components/card.tsx'
import { Chip } from '@kartis/ui/components/chip.tsx'
import { confirm } from '@kartis/ui/components/confirm.ts'
import { Dialog } from '@kartis/ui/components/dialog.tsx'
import { Stack } from '@kartis/ui/components/layout.tsx'
import { showToast } from '@kartis/ui/components/toast.ts'
import { useLang } from '@kartis/ui/use-lang.ts'
import { useTranslation } from 'react-i18next'
import { WhenLoaded } from '../../shared/when-loaded.tsx'
import { useMap, useRestoreEdition } from './map-queries.ts'
import { usePlacesText } from './use-places-text.ts'
import style from './maps.module.css'

/** The editions of a map, the newest first; each can be the draft again. */
export function EditionsDialog({ map, onClose }: { readonly map: VenueMap | undefined; readonly onClose: () => void }) {
  const { t } = useTranslation('seat-maps')
  return (
    <Dialog open={map !== undefined} onClose={onClose} title={t('editions.title')}>
      {map && <Editions map={map} onClose={onClose} />}
    </Dialog>
  )
}

function Editions({ map, onClose }: { readonly map: VenueMap; readonly onClose: () => void }) {
  const { t } = useTranslation('seat-maps')
  const shown = useMap(map.uuid)
  const restoring = useRestoreEdition(map.uuid)
  const restore = async ({ edition }: MapEdition) => {
    const yes = await confirm({
      title: t('editions.restore_title', { edition }),
      text: t('editions.restore_text'),
      action: t('editions.restore'),
    })
    if (!yes) return
    restoring.mutate(edition, {
      onSuccess: () => {
        showToast({ state: 'good', text: t('editions.restored', { edition }) })
        onClose()
      },
    })
  }
  return (
    <Stack gap="wide">
      <WhenLoaded query={shown}>
        {({ editions, status }) => (
          <ol className={style.timeline}>
            {status !== 'published' && (
              <li data-draft>
                <span className={style.number} />
                <div>
                  <b>{t('editions.draft')}</b>{' '}
                  <Chip plain state="warn">
                    {t('editions.unpublished')}
                  </Chip>
                </div>
              </li>
            )}
            {editions.map((edition, index) => (
              <EditionLine
                key={edition.edition}
                edition={edition}
                newest={index === 0}
                onRestore={() => void restore(edition)}
              />
            ))}
          </ol>
        )}
      </WhenLoaded>
      <Note>{t('editions.note')}</Note>
    </Stack>
  )
}

interface EditionLineProps {
  readonly edition: MapEdition
  readonly newest: boolean
  readonly onRestore: () => void
}

function EditionLine({ edition, newest, onRestore }: EditionLineProps) {
  const { t } = useTranslation('seat-maps')
  const lang = useLang()
  const placesText = usePlacesText()
  const { edition: number, published_at: at, published_by: by, seats, areas } = edition
  return (
    <li data-now={newest || undefined}>
      <span className={style.number}>{number}</span>
      <div>
        <b>{t('editions.edition', { edition: number })}</b>
        <p>
          {dayText(at, lang)}
          {by !== null && (
            <>
              {' · '}
              <bdi>{by}</bdi>
            </>
          )}
        </p>
        <p>
          {seats > 0 && placesText(seats)}
          {seats > 0 && areas > 0 && ' · '}
          {areas > 0 && t('areas', { count: areas })}
        </p>
      </div>
      <button type="button" className={style.link} onClick={onRestore}>
        {t('editions.restore')}
      </button>
    </li>
  )
}
