import { createVenue, deleteVenue, listVenues, updateVenue, type Venue } from '@kartis/contract/venues.ts'
import type { useSearch } from '@kartis/ui/components/use-search.ts'
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { api } from '../../shared/api.ts'

export interface VenueValues {
  readonly name: string
  readonly address_street: string
  readonly address_street_number: string
  readonly address_city: string
  readonly notes: string
}

export const useVenues = (page: number, { scope, term }: ReturnType<typeof useSearch>) =>
  useQuery({
    queryKey: ['venues', 'page', page, term ?? ''],
    queryFn: () =>
      api(listVenues, {
        query: {
          page: term ? 1 : page,
          sort: 'name',
          ...(term && { filter: { or: { name: term, address_city: term } } }),
        },
      }),
    enabled: scope !== 'nothing',
    placeholderData: keepPreviousData,
  })

const useRefresh = () => {
  const queries = useQueryClient()
  return () => queries.invalidateQueries({ queryKey: ['venues'] })
}

export const useVenueSave = (venue: Venue | undefined) => {
  const onSuccess = useRefresh()
  return useMutation({
    mutationFn: (body: VenueValues) =>
      venue ? api(updateVenue, { params: { uuid: venue.uuid }, body }) : api(createVenue, { body }),
    onSuccess,
  })
}

export const useVenueRemoval = () => {
  const onSettled = useRefresh()
  return useMutation({ mutationFn: (uuid: string) => api(deleteVenue, { params: { uuid } }), onSettled })
}
