import { type Search, useSearch } from '@kartis/ui/components/use-search.ts'
import { useState } from 'react'

/** A search with the page of it that is shown. A page belongs to its search: another term starts at the first one. */
export const usePagedSearch = (): { search: Search; page: number; turnTo: (page: number) => void } => {
  const search = useSearch()
  const [place, setPlace] = useState({ term: '', page: 1 })
  const page = place.term === search.term ? place.page : 1
  return { search, page, turnTo: (next) => setPlace({ term: search.term, page: next }) }
}
