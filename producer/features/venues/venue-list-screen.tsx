import { useLang } from '@kartis/ui/use-lang.ts'
import type { Lang } from '@kartis/i18n/lang.ts'
import { commaText } from '@kartis/i18n/format.ts'
import type { Venue } from '@kartis/contract/venues.ts'
import { IconButton } from '@kartis/ui/components/button.tsx'
import { confirm } from '@kartis/ui/components/confirm.ts'
import { GlyphTile } from '@kartis/ui/components/glyph-tile.tsx'
import { showToast } from '@kartis/ui/components/toast.ts'
import { useSearch } from '@kartis/ui/components/use-search.ts'
import { UserText } from '@kartis/ui/components/user-text.tsx'
import { IconBuildingCommunity, IconPencil, IconTrash } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { SearchedList } from './searched-list.tsx'
import { VenueDialog } from './venue-dialog.tsx'
import { useDeleteVenue, useVenues } from './venue-queries.ts'
import style from './venue-list.module.css'

const SEARCH_FROM = 8

/** The workspace's venues. */
export function VenueListScreen() {
  const { t } = useTranslation('venues')
  const [page, setPage] = useState(1)
  const search = useSearch()
  const venues = useVenues(page, search)
  const [edited, setEdited] = useState<Venue | 'new'>()
  return (
    <>
      <SearchedList
        query={venues}
        search={search}
        searchFrom={SEARCH_FROM}
        texts={{
          add: t('new'),
          search: t('search'),
          nothing: t('nothing'),
          empty: { title: t('empty.title'), text: t('empty.text'), action: t('empty.action') },
        }}
        onAdd={() => setEdited('new')}
        onPage={setPage}
      >
        {(venue) => <VenueCard venue={venue} onEdit={() => setEdited(venue)} />}
      </SearchedList>
      <VenueDialog
        open={edited !== undefined}
        venue={edited === 'new' ? undefined : edited}
        onClose={() => setEdited(undefined)}
      />
    </>
  )
}

const addressOf = (venue: Venue, lang: Lang): string =>
  commaText([`${venue.address_street} ${venue.address_street_number}`.trim(), venue.address_city], lang)

function VenueCard({ venue, onEdit }: { readonly venue: Venue; readonly onEdit: () => void }) {
  const { t } = useTranslation('venues')
  const lang = useLang()
  const removal = useDeleteVenue()
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
      <GlyphTile>
        <IconBuildingCommunity size={22} stroke={1.75} aria-hidden />
      </GlyphTile>
      <div className={style.texts}>
        <h2>
          <UserText>{name}</UserText>
        </h2>
        <p>
          <UserText>{addressOf(venue, lang)}</UserText>
        </p>
        <p>{venue.events_count > 0 ? t('events', { count: venue.events_count }) : t('no_events')}</p>
        {venue.notes !== '' && (
          <p className={style.notes}>
            <UserText>{venue.notes}</UserText>
          </p>
        )}
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
