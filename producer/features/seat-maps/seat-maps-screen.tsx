import type { VenueMap } from '@kartis/contract/venue-maps.ts'
import { dayText, numberText } from '@kartis/i18n/format.ts'
import { Button, IconButton } from '@kartis/ui/components/button.tsx'
import { Chip } from '@kartis/ui/components/chip.tsx'
import { confirm } from '@kartis/ui/components/confirm.ts'
import { Dialog } from '@kartis/ui/components/dialog.tsx'
import { EmptyState } from '@kartis/ui/components/empty-state.tsx'
import { Page, Soft, Stack } from '@kartis/ui/components/layout.tsx'
import { Pagination } from '@kartis/ui/components/pagination.tsx'
import { SearchBox } from '@kartis/ui/components/search-box.tsx'
import { StickyActions, WideOnly } from '@kartis/ui/components/sticky-actions.tsx'
import { showToast } from '@kartis/ui/components/toast.ts'
import { useSearch } from '@kartis/ui/components/use-search.ts'
import { UserText } from '@kartis/ui/components/user-text.tsx'
import { useLang } from '@kartis/ui/use-lang.ts'
import {
  IconArchive,
  IconArmchair,
  IconCalendarEvent,
  IconCopy,
  IconDots,
  IconDownload,
  IconHistory,
  IconPencil,
  IconPlus,
  IconTrash,
} from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ArchiveDialog } from './archive-dialog.tsx'
import { ButtonLink } from '../../shared/links.tsx'
import { PageHead } from '../../shared/page-head.tsx'
import { WhenLoaded } from '../../shared/when-loaded.tsx'
import { EditionsDialog } from './editions-dialog.tsx'
import { MapDialog } from './map-form.tsx'
import { MapPicture } from './map-picture.tsx'
import { UsesDialog } from './uses-dialog.tsx'
import { type ExportFormat, useDeleteMap, useDuplicateMap, useExportMap, useMaps } from './map-queries.ts'
import style from './maps.module.css'

const SEARCH_FROM = 6
const ICON = { size: 20, stroke: 1.75, 'aria-hidden': true } as const
const EDITOR = '/create-event/seats/editor'

/** The workspace's seat maps as cards with their pictures. */
export function SeatMapsScreen() {
  const { t } = useTranslation(['venues', 'seat-maps'])
  const [page, setPage] = useState(1)
  const search = useSearch()
  const [isArchiveOpen, setArchiveOpen] = useState(false)
  const maps = useMaps(page, search)
  const total = maps.data?.meta.total ?? 0
  const searching = search.text !== ''
  const any = searching || total > 0
  const add = (
    <ButtonLink to={EDITOR} icon={<IconPlus {...ICON} />}>
      {any ? t('venues:maps.new') : t('venues:maps.empty.action')}
    </ButtonLink>
  )
  return (
    <Page>
      <PageHead action={any && <WideOnly>{add}</WideOnly>} />
      <Stack>
        {(searching || total > SEARCH_FROM) && <SearchBox search={search} label={t('venues:maps.search')} />}
        {search.scope !== 'too_short' && (
          <WhenLoaded query={maps}>
            {({ data, meta }) =>
              meta.total === 0 && !searching ? (
                <EmptyState title={t('venues:maps.empty.title')} text={t('venues:maps.empty.text')} action={add} />
              ) : (
                <>
                  {meta.total === 0 && <Soft role="status">{t('venues:maps.nothing')}</Soft>}
                  <ul className={style.grid}>
                    {data.map((map) => (
                      <li key={map.uuid}>
                        <MapCard map={map} />
                      </li>
                    ))}
                  </ul>
                  <Pagination page={meta.current_page} lastPage={meta.last_page} onPage={setPage} />
                </>
              )
            }
          </WhenLoaded>
        )}
        <div>
          <Button look="line" icon={<IconArchive {...ICON} />} onClick={() => setArchiveOpen(true)}>
            {t('seat-maps:archive.open')}
          </Button>
        </div>
      </Stack>
      <ArchiveDialog open={isArchiveOpen} onClose={() => setArchiveOpen(false)} />
      {any && <StickyActions phoneOnly>{add}</StickyActions>}
    </Page>
  )
}

const STATES = { draft: 'quiet', published: 'good', changed: 'warn' } as const

function MapCard({ map }: { readonly map: VenueMap }) {
  const { t } = useTranslation(['venues', 'seat-maps'])
  const lang = useLang()
  const copying = useDuplicateMap()
  const [open, setOpen] = useState<'menu' | 'rename' | 'editions' | 'uses'>()
  const { name, uuid } = map
  const copy = () =>
    copying.mutate(uuid, { onSuccess: () => showToast({ state: 'good', text: t('venues:maps.copied', { name }) }) })
  const close = () => setOpen(undefined)
  const action = t(map.status === 'published' ? 'seat-maps:list.edit' : 'seat-maps:list.continue')
  const isEmpty = map.draft_seats + map.draft_areas === 0
  return (
    <article className={style.card}>
      <div className={style.thumb}>
        <Chip state={STATES[map.status]} className={style.state ?? ''}>
          {map.status === 'published'
            ? t('seat-maps:list.edition_on', { edition: map.edition ?? 0 })
            : t(`venues:maps.status.${map.status}`)}
        </Chip>
        {isEmpty ? <IconArmchair size={48} stroke={1} aria-hidden /> : <MapPicture outline={map.outline} />}
      </div>
      <div className={style.body}>
        <h2>
          <UserText>{name}</UserText>
        </h2>
        <p>{map.venue === null ? t('venues:maps.no_venue') : <UserText>{map.venue.name}</UserText>}</p>
        <dl className={style.facts}>
          <div>
            <dt>
              {map.draft_seats > 0 || map.draft_areas === 0 ? t('seat-maps:list.places') : t('seat-maps:list.areas')}
            </dt>
            <dd>
              {numberText(map.draft_seats > 0 || map.draft_areas === 0 ? map.draft_seats : map.draft_areas, lang)}
            </dd>
          </div>
          <div>
            <dt>{t('seat-maps:list.events')}</dt>
            <dd>{numberText(map.events_count, lang)}</dd>
          </div>
          <div>
            <dt>{t('seat-maps:list.changed')}</dt>
            <dd>{dayText(map.updated_at, lang)}</dd>
          </div>
        </dl>
        <div className={style.foot}>
          <ButtonLink
            to={map.draft_seats === 0 && map.draft_areas > 0 ? '/create-event/area-editor' : EDITOR}
            search={{ map: uuid }}
            look={map.status === 'published' ? 'soft' : 'main'}
            aria-label={t('seat-maps:list.edit_label', { action, name })}
          >
            {action}
          </ButtonLink>
          <IconButton bare label={t('venues:maps.copy_label', { name })} busy={copying.isPending} onClick={copy}>
            <IconCopy {...ICON} />
          </IconButton>
          <IconButton bare label={t('seat-maps:list.more', { name })} onClick={() => setOpen('menu')}>
            <IconDots {...ICON} />
          </IconButton>
        </div>
      </div>
      <Dialog open={open === 'menu'} onClose={close} title={<UserText>{name}</UserText>}>
        <MapMenu map={map} onClose={close} onOpen={setOpen} />
      </Dialog>
      <MapDialog map={open === 'rename' ? map : undefined} onClose={close} />
      <UsesDialog map={open === 'uses' ? map : undefined} onClose={close} />
      <EditionsDialog map={open === 'editions' ? map : undefined} onClose={close} />
    </article>
  )
}

interface MapMenuProps {
  readonly map: VenueMap
  readonly onClose: () => void
  readonly onOpen: (next: 'rename' | 'editions' | 'uses') => void
}

const FORMATS: readonly ExportFormat[] = ['json', 'csv', 'pretix']

function MapMenu({ map, onClose, onOpen }: MapMenuProps) {
  const { t } = useTranslation(['venues', 'seat-maps'])
  const removal = useDeleteMap()
  const exporting = useExportMap()
  const { name, uuid } = map
  const remove = async () => {
    onClose()
    const yes = await confirm({
      title: t('venues:remove_ask.title', { name }),
      text: t('venues:maps.remove_text'),
      action: t('venues:remove_ask.action'),
      danger: true,
    })
    if (yes) removal.mutate(uuid, { onSuccess: () => showToast({ state: 'good', text: t('venues:maps.removed') }) })
  }
  return (
    <ul className={style.menu}>
      <li>
        <button type="button" onClick={() => onOpen('rename')}>
          <IconPencil {...ICON} />
          {t('seat-maps:list.rename')}
        </button>
      </li>
      {map.events_count > 0 && (
        <li>
          <button type="button" onClick={() => onOpen('uses')}>
            <IconCalendarEvent {...ICON} />
            {t('seat-maps:uses.title')}
          </button>
        </li>
      )}
      {map.edition !== null && (
        <li>
          <button type="button" onClick={() => onOpen('editions')}>
            <IconHistory {...ICON} />
            {t('seat-maps:list.editions')}
          </button>
        </li>
      )}
      {FORMATS.map((format) => (
        <li key={format}>
          <button
            type="button"
            disabled={exporting.isPending}
            onClick={() => exporting.mutate({ uuid, name, format }, { onSuccess: onClose })}
          >
            <IconDownload {...ICON} />
            {t(`seat-maps:export.${format}`)}
          </button>
        </li>
      ))}
      <li>
        <button type="button" className={style.danger} onClick={() => void remove()}>
          <IconTrash {...ICON} />
          {t('seat-maps:list.remove')}
        </button>
      </li>
    </ul>
  )
}
