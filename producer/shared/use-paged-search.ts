import { type Search, useSearch } from '@kartis/ui/components/use-search.ts'
import { useState } from 'react'

/** A search, which a link may have begun, and its current page. Another term starts at the first page. */
export const usePagedSearch = (start = ''): { search: Search; page: number; turnTo: (page: number) => void } => {
  const search = useSearch(start)
  const [place, setPlace] = useState({ term: start, page: 1 })
  const page = place.term === search.term ? place.page : 1
  return { search, page, turnTo: (next) => setPlace({ term: search.term, page: next }) }
}
