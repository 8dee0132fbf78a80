import { Card } from '@kartis/ui/components/card.tsx'
import { Pagination } from '@kartis/ui/components/pagination.tsx'
import { RowSkeleton } from '@kartis/ui/components/skeleton.tsx'
import type { Search } from '@kartis/ui/components/use-search.ts'
import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { NothingFound } from '../../shared/nothing-found.tsx'
import { WhenLoaded } from '../../shared/when-loaded.tsx'
import { MoneyRows } from './money-rows.tsx'
import type { ListPage } from './use-money.ts'

interface Props<T> {
  readonly query: UseQueryResult<ListPage<T>>
  readonly paged: { readonly search: Search; readonly page: number; readonly turnTo: (page: number) => void }
  /** A row of the list, with its key. */
  readonly children: (item: T) => ReactNode
  /** While a search or a filter narrows the list; `onClear` ends it. */
  readonly filtered: { readonly is: boolean; readonly onClear: () => void }
  readonly none: { readonly title: string; readonly text: string }
  /** Of a list without any rows. */
  readonly empty: ReactNode
  /** Below the rows. */
  readonly note?: ReactNode
}

/** A page of a list of the money area: while it loads, with rows, without any, or with an error. */
export function MoneyList<T>({ query, paged, children, filtered, none, empty, note }: Props<T>) {
  const { search, page, turnTo } = paged
  if (search.scope === 'too_short') return null
  return (
    <WhenLoaded query={query} skeleton={<RowSkeleton />}>
      {({ data, meta }) =>
        meta.total > 0 ? (
          <>
            <Card>
              <MoneyRows>{data.map(children)}</MoneyRows>
            </Card>
            <Pagination page={page} lastPage={meta.last_page} onPage={turnTo} />
            {note}
          </>
        ) : filtered.is ? (
          <NothingFound {...none} onClear={filtered.onClear} />
        ) : (
          empty
        )
      }
    </WhenLoaded>
  )
}
