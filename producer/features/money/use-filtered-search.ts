import { useLocation } from '@tanstack/react-router'
import { useState } from 'react'
import { usePagedSearch } from '../../shared/use-paged-search.ts'

/** A paged search of a list that is narrowed by one of `values` as well, at first by `first`. Another value starts at the first page. */
export const useFilteredSearch = <T extends string>(values: readonly T[], start = '', first?: string | null) => {
  const paged = usePagedSearch(start)
  const { search, turnTo } = paged
  const [value, setValue] = useState(values.find((each) => each === first))
  const choose = (chosen: string): void => {
    setValue(values.find((each) => each === chosen))
    turnTo(1)
  }
  const clear = (): void => {
    search.setText('')
    choose('')
  }
  return { ...paged, value, choose, clear, isFiltered: search.term !== '' || value !== undefined }
}

/** The state that a link to a list chooses at first (`?status=`). */
export const useLinkedStatus = (): string | null =>
  useLocation({ select: ({ searchStr }) => new URLSearchParams(searchStr).get('status') })
