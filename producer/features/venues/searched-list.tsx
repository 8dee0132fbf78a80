import { Button } from '@kartis/ui/components/button.tsx'
import { EmptyState } from '@kartis/ui/components/empty-state.tsx'
import { Page, Soft, Stack } from '@kartis/ui/components/layout.tsx'
import { Pagination } from '@kartis/ui/components/pagination.tsx'
import { SearchBox } from '@kartis/ui/components/search-box.tsx'
import { StickyActions, WideOnly } from '@kartis/ui/components/sticky-actions.tsx'
import type { Search } from '@kartis/ui/components/use-search.ts'
import { IconPlus } from '@tabler/icons-react'
import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { PageHead } from '../../shared/page-head.tsx'
import { WhenLoaded } from '../../shared/when-loaded.tsx'
import style from './venue-list.module.css'

interface Found<T> {
  readonly data: readonly T[]
  readonly meta: { readonly total: number; readonly current_page: number; readonly last_page: number }
}

interface SearchedListProps<T> {
  readonly query: UseQueryResult<Found<T>>
  readonly search: Search
  /** The search shows when the list is longer than this. */
  readonly searchFrom: number
  readonly texts: {
    readonly add: string
    readonly search: string
    readonly nothing: string
    readonly empty: { readonly title: string; readonly text: string; readonly action: string }
  }
  readonly onAdd: () => void
  readonly onPage: (page: number) => void
  /** Renders one item. */
  readonly children: (item: T) => ReactNode
}

/** A screen with a searchable list of cards and an add button. */
export function SearchedList<T extends { readonly uuid: string }>(props: SearchedListProps<T>) {
  const { query, search, searchFrom, texts, onAdd, onPage, children } = props
  const total = query.data?.meta.total ?? 0
  const searching = search.text !== ''
  const any = searching || total > 0
  const add = (
    <Button icon={<IconPlus size={20} stroke={1.75} aria-hidden />} onClick={onAdd}>
      {any ? texts.add : texts.empty.action}
    </Button>
  )
  return (
    <Page>
      <PageHead action={any && <WideOnly>{add}</WideOnly>} />
      <Stack>
        {(searching || total > searchFrom) && <SearchBox search={search} label={texts.search} />}
        {search.scope !== 'too_short' && (
          <WhenLoaded query={query}>
            {({ data, meta }) =>
              meta.total === 0 && !searching ? (
                <EmptyState title={texts.empty.title} text={texts.empty.text} action={add} />
              ) : (
                <>
                  {meta.total === 0 && <Soft role="status">{texts.nothing}</Soft>}
                  <ul className={style.list}>
                    {data.map((item) => (
                      <li key={item.uuid}>{children(item)}</li>
                    ))}
                  </ul>
                  <Pagination page={meta.current_page} lastPage={meta.last_page} onPage={onPage} />
                </>
              )
            }
          </WhenLoaded>
        )}
      </Stack>
      {any && <StickyActions phoneOnly>{add}</StickyActions>}
    </Page>
  )
}
