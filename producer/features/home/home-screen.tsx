import { ChoicePills } from '@kartis/ui/components/choice-pills.tsx'
import { Page } from '@kartis/ui/components/layout.tsx'
import { Pagination } from '@kartis/ui/components/pagination.tsx'
import { SearchBox } from '@kartis/ui/components/search-box.tsx'
import { type Search, useSearch } from '@kartis/ui/components/use-search.ts'
import { useTranslation } from 'react-i18next'
import { NothingFound } from '../../shared/nothing-found.tsx'
import { usePageTitle, useRouteTitle } from '../../shared/page-title.ts'
import { useSession } from '../../shared/session.ts'
import { BegunEvent } from './begun-event.tsx'
import { EventGrid, GridFailure, GridSkeleton } from './event-grid.tsx'
import { Greeting } from './greeting.tsx'
import { type HomeLocation, tabsOf, useHomeLocation } from './use-home-location.ts'
import style from './home.module.css'
import { useCounts, useEvents, useOverview } from './home-queries.ts'
import { EmptyTab, hasCreateButton } from './empty-tab.tsx'

/** The search shows from this number of events. */
const MANY = 9

/** The home screen: greeting, tabs and a card for each event. */
export function HomeScreen() {
  usePageTitle(useRouteTitle())
  const { t } = useTranslation('home')
  const { user, can } = useSession()
  const manages = can['event.statistics'] === true
  const creates = can['event.create'] === true
  const [place, goTo] = useHomeLocation()
  const search = useSearch()
  const overview = useOverview(manages)
  const counts = useCounts(manages)
  const all = (counts.coming ?? 0) + (counts.drafts ?? 0) + (counts.past ?? 0) + (counts.cancelled ?? 0)
  // cancelled events and the archive have a tab once there are some
  const tabs = tabsOf(manages).filter(
    (tab) => (tab !== 'archived' && tab !== 'cancelled') || place.tab === tab || (counts[tab] ?? 0) > 0,
  )
  const searches = all > MANY || search.text !== ''
  const isNew = all === 0 && counts.coming !== undefined && counts.past !== undefined && counts.archived === 0
  const isEmpty = counts[place.tab] === 0 && search.text === ''
  return (
    <Page>
      <Greeting
        name={user?.first_name ?? ''}
        overview={overview}
        creates={creates}
        isOffered={isEmpty && hasCreateButton(place.tab, isNew)}
      />
      {creates && <BegunEvent />}
      <div className={style.tools}>
        <ChoicePills
          label={t('tabs.label')}
          quietLabel
          scroll
          choices={tabs.map((tab) => ({
            value: tab,
            label: t(`tabs.${tab}`),
            count: counts[tab] ?? <span className={style.unknown} />,
          }))}
          value={place.tab}
          onChange={(tab) => goTo({ tab, page: 1 })}
        />
        {searches && <SearchBox search={search} label={t('search')} />}
      </div>
      <EventList place={place} onPlace={goTo} search={search} manages={manages} creates={creates} isNew={isNew} />
    </Page>
  )
}

interface EventListProps {
  readonly place: HomeLocation
  readonly onPlace: (place: HomeLocation) => void
  readonly search: Search
  /** Sees drafts, sales and the archive. */
  readonly manages: boolean
  readonly creates: boolean
  /** The account has no event yet. */
  readonly isNew: boolean
}

function EventList({ place, onPlace, search, manages, creates, isNew }: EventListProps) {
  const { t } = useTranslation('home')
  const { tab } = place
  const page = search.term === '' ? place.page : 1
  const events = useEvents({ tab, page, term: search.term, manages, enabled: search.scope !== 'too_short' })
  if (search.scope === 'too_short') return null
  if (events.isError) return <GridFailure query={events} />
  // cards of another tab must not show under this tab while its own load
  const stale = events.isPlaceholderData && events.data !== undefined
  if (events.isPending || stale) return <GridSkeleton />
  const { data, meta } = events.data
  if (data.length === 0)
    return search.term === '' ? (
      <EmptyTab tab={tab} isNew={isNew} creates={creates} />
    ) : (
      <NothingFound title={t('no_results')} text={t('no_results_text')} onClear={() => search.setText('')} />
    )
  return (
    <>
      <EventGrid events={data} label={t('list')} />
      <Pagination
        page={meta.current_page}
        lastPage={meta.last_page}
        onPage={(next) => {
          onPlace({ tab, page: next })
          scrollTo({ top: 0 })
        }}
      />
    </>
  )
}
