import type { MapEdition, VenueMap } from '@kartis/contract/venue-maps.ts'
import { dayText } from '@kartis/i18n/format.ts'
import { Note } from '@kartis/ui/components/card.tsx'
import { Chip } from '@kartis/ui/components/chip.tsx'
import { confirm } from '@kartis/ui/components/confirm.ts'
import { Dialog } from '@kartis/ui/components/dialog.tsx'
import { Stack } from '@kartis/ui/components/layout.tsx'
import { CardSkeleton } from '@kartis/ui/components/skeleton.tsx'
import { showToast } from '@kartis/ui/components/toast.ts'
import { UserText } from '@kartis/ui/components/user-text.tsx'
import { useLang } from '@kartis/ui/use-lang.ts'
import { lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { WhenLoaded } from '../../shared/when-loaded.tsx'
import { useMap, useRestoreEdition } from './map-queries.ts'
import { usePlacesText } from './use-places-text.ts'
import style from './maps.module.css'
import type { Side } from './edition-changes.tsx'

// Compiles and draws whole halls, which few who open the list need.
const EditionChanges = lazy(async () => ({ default: (await import('./edition-changes.tsx')).EditionChanges }))

/** The editions of a map, the newest first; each can be the draft again. */
export function EditionsDialog({ map, onClose }: { readonly map: VenueMap | undefined; readonly onClose: () => void }) {
  const { t } = useTranslation('seat-maps')
  return (
    <Dialog open={map !== undefined} onClose={onClose} title={t('editions.title')} wide>
      {map && <Editions key={map.uuid} map={map} onClose={onClose} />}
    </Dialog>
  )
}

function Editions({ map, onClose }: { readonly map: VenueMap; readonly onClose: () => void }) {
  const { t } = useTranslation('seat-maps')
  const shown = useMap(map.uuid)
  const restoring = useRestoreEdition(map.uuid)
  const [compared, setCompared] = useState<{ readonly from: number; readonly to: Side }>()
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
        {(found) => {
          const { editions, status } = found
          if (compared)
            return (
              <Stack gap="wide">
                <div className={style.comparedHead}>
                  <b>
                    {compared.to === 'draft'
                      ? t('compare.draft', { from: compared.from })
                      : t('compare.editions', compared)}
                  </b>
                  <button type="button" className={style.link} onClick={() => setCompared(undefined)}>
                    {t('compare.back')}
                  </button>
                </div>
                <Suspense fallback={<CardSkeleton />}>
                  <EditionChanges map={found} {...compared} />
                </Suspense>
              </Stack>
            )
          const newest = editions[0]?.edition
          return (
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
                  {newest !== undefined && (
                    <button
                      type="button"
                      className={style.link}
                      aria-label={t('compare.draft', { from: newest })}
                      onClick={() => setCompared({ from: newest, to: 'draft' })}
                    >
                      {t('compare.action')}
                    </button>
                  )}
                </li>
              )}
              {editions.map((edition, index) => (
                <EditionLine
                  key={edition.edition}
                  edition={edition}
                  newest={index === 0}
                  onRestore={() => void restore(edition)}
                  onCompare={(from) => setCompared({ from, to: edition.edition })}
                />
              ))}
            </ol>
          )
        }}
      </WhenLoaded>
      {!compared && <Note>{t('editions.note')}</Note>}
    </Stack>
  )
}

interface EditionLineProps {
  readonly edition: MapEdition
  readonly newest: boolean
  readonly onRestore: () => void
  /** With the edition before. */
  readonly onCompare: (from: number) => void
}

function EditionLine({ edition, newest, onRestore, onCompare }: EditionLineProps) {
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
              <UserText>{by}</UserText>
            </>
          )}
        </p>
        <p>
          {seats > 0 && placesText(seats)}
          {seats > 0 && areas > 0 && ' · '}
          {areas > 0 && t('areas', { count: areas })}
        </p>
      </div>
      <div className={style.acts}>
        {number > 1 && (
          <button
            type="button"
            className={style.link}
            aria-label={t('compare.editions', { from: number - 1, to: number })}
            onClick={() => onCompare(number - 1)}
          >
            {t('compare.action')}
          </button>
        )}
        <button type="button" className={style.link} onClick={onRestore}>
          {t('editions.restore')}
        </button>
      </div>
    </li>
  )
}
