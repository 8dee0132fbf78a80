import type { Venue } from '@kartis/contract/venues.ts'
import { Button, IconButton } from '@kartis/ui/parts/button.tsx'
import { confirm } from '@kartis/ui/parts/confirm.ts'
import { EmptyState } from '@kartis/ui/parts/empty-state.tsx'
import { Page, Soft, Stack } from '@kartis/ui/parts/layout.tsx'
import { Pagination } from '@kartis/ui/parts/pagination.tsx'
import { SearchBox } from '@kartis/ui/parts/search-box.tsx'
import { StickyActions, WideOnly } from '@kartis/ui/parts/sticky-actions.tsx'
import { showToast } from '@kartis/ui/parts/toast.ts'
import { useSearch } from '@kartis/ui/parts/use-search.ts'
import { IconBuildingCommunity, IconPencil, IconPlus, IconTrash } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { PageHead } from '../../shared/page-head.tsx'
import { WhenLoaded } from '../../shared/when-loaded.tsx'
import { VenueDialog } from './venue-dialog.tsx'
import { useVenueRemoval, useVenues } from './venue-queries.ts'
import style from './venue-list.module.css'

/** A search is worth its place once the list is longer than a screen. */
const SEARCH_FROM = 8

/** The places that the workspace comes back to. */
export function VenueListScreen() {
  const { t } = useTranslation('venues')
  const [page, setPage] = useState(1)
  const search = useSearch()
  const venues = useVenues(page, search)
  const [edited, setEdited] = useState<Venue | 'new'>()
  const searching = search.text !== ''
  const any = searching || (venues.data?.meta.total ?? 0) > 0
  const add = (
    <Button icon={<IconPlus size={20} stroke={1.75} aria-hidden />} onClick={() => setEdited('new')}>
      {any ? t('new') : t('empty.action')}
    </Button>
  )
  return (
    <Page>
      <PageHead action={any && <WideOnly>{add}</WideOnly>} />
      <Stack>
        {(searching || (venues.data?.meta.total ?? 0) > SEARCH_FROM) && (
          <SearchBox search={search} label={t('search')} />
        )}
        {search.asks !== 'nothing' && (
          <WhenLoaded query={venues}>
            {({ data, meta }) =>
              meta.total === 0 && !searching ? (
                <EmptyState title={t('empty.title')} text={t('empty.text')} action={add} />
              ) : (
                <>
                  {meta.total === 0 && <Soft role="status">{t('nothing')}</Soft>}
                  <ul className={style.list}>
                    {data.map((venue) => (
                      <li key={venue.uuid}>
                        <VenueCard venue={venue} onEdit={() => setEdited(venue)} />
                      </li>
                    ))}
                  </ul>
                  <Pagination page={meta.current_page} lastPage={meta.last_page} onPage={setPage} />
                </>
              )
            }
          </WhenLoaded>
        )}
      </Stack>
      {any && <StickyActions phoneOnly>{add}</StickyActions>}
      <VenueDialog
        open={edited !== undefined}
        venue={edited === 'new' ? undefined : edited}
        onClose={() => setEdited(undefined)}
      />
    </Page>
  )
}

const addressOf = (venue: Venue): string =>
  [`${venue.address_street} ${venue.address_street_number}`.trim(), venue.address_city].filter(Boolean).join(', ')

function VenueCard({ venue, onEdit }: { readonly venue: Venue; readonly onEdit: () => void }) {
  const { t } = useTranslation('venues')
  const removal = useVenueRemoval()
  const { name } = venue
  const remove = async () => {
    const yes = await confirm({
      title: t('remove_ask.title', { name }),
      text: t('remove_ask.text'),
      action: t('remove_ask.action'),
      danger: true,
    })
    if (yes) removal.mutate(venue.uuid, { onSuccess: () => showToast({ state: 'good', text: t('removed') }) })
  }
  return (
    <article className={style.card}>
      <span className={style.glyph}>
        <IconBuildingCommunity size={22} stroke={1.75} aria-hidden />
      </span>
      <div className={style.words}>
        <h2>
          <bdi>{name}</bdi>
        </h2>
        <p>
          <bdi>{addressOf(venue)}</bdi>
        </p>
        <p>{venue.events_count > 0 ? t('events', { count: venue.events_count }) : t('no_events')}</p>
        {venue.notes !== '' && <p className={style.notes}>{venue.notes}</p>}
      </div>
      <span className={style.actions}>
        <IconButton bare label={t('edit_label', { name })} onClick={onEdit}>
          <IconPencil size={20} stroke={1.75} aria-hidden />
        </IconButton>
        <IconButton bare label={t('remove_label', { name })} onClick={() => void remove()}>
          <IconTrash size={20} stroke={1.75} aria-hidden />
        </IconButton>
      </span>
    </article>
  )
}
