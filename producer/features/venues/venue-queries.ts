import { createVenue, deleteVenue, listVenues, updateVenue, type Venue } from '@kartis/contract/venues.ts'
import type { Search } from '@kartis/ui/components/use-search.ts'
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { api } from '../../shared/api.ts'
import { useMutation } from '../../shared/use-mutation.ts'

export interface VenueValues {
  readonly name: string
  readonly address_street: string
  readonly address_street_number: string
  readonly address_city: string
  readonly notes: string
  readonly texts: Venue['texts']
}

/** One page of the workspace's venues by name. A search always shows its first page, whatever page was open before. */
export const useVenues = (openPage: number, { scope, term }: Search) => {
  const page = term === '' ? openPage : 1
  return useQuery({
    queryKey: ['venues', 'page', page, term],
    queryFn: () =>
      api(listVenues, {
        query: {
          page,
          sort: 'name',
          ...(term !== '' && { filter: { or: { name: term, address_city: term } } }),
        },
      }),
    enabled: scope !== 'too_short',
    placeholderData: keepPreviousData,
  })
}

const useInvalidateVenues = () => {
  const queries = useQueryClient()
  return () => queries.invalidateQueries({ queryKey: ['venues'] })
}

/** Creates a venue or updates the given one. */
export const useSaveVenue = (venue: Venue | undefined) => {
  const invalidate = useInvalidateVenues()
  return useMutation({
    mutationFn: (body: VenueValues) =>
      venue ? api(updateVenue, { params: { uuid: venue.uuid }, body }) : api(createVenue, { body }),
    onSuccess: invalidate,
  })
}

export const useDeleteVenue = () => {
  const invalidate = useInvalidateVenues()
  return useMutation({
    mutationFn: (uuid: string) => api(deleteVenue, { params: { uuid } }),
    onSettled: invalidate, // a refusal usually means that the list is outdated
  })
}
