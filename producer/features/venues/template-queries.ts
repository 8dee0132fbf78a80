import {
  createVenueMap,
  deleteVenueMap,
  duplicateVenueMap,
  listVenueMaps,
  updateVenueMap,
  type VenueMap,
} from '@kartis/contract/venue-maps.ts'
import { listVenues } from '@kartis/contract/venues.ts'
import type { Search } from '@kartis/ui/components/use-search.ts'
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { api } from '../../shared/api.ts'
import { useMutation } from '../../shared/use-mutation.ts'

export interface TemplateValues {
  readonly name: string
  /** Empty: without a venue. */
  readonly venue_uuid: string
}

/** One page of the seat maps. A search always shows its first page, whatever page was open before. */
export const useTemplates = (openPage: number, { scope, term }: Search) => {
  const page = term === '' ? openPage : 1
  return useQuery({
    queryKey: ['venue-templates', page, term],
    queryFn: () =>
      api(listVenueMaps, {
        query: { page, ...(term !== '' && { filter: { or: { name: term, 'venue.name': term } } }) },
      }),
    enabled: scope !== 'too_short',
    placeholderData: keepPreviousData,
  })
}

/** The venues that a seat map can belong to. */
export const useVenueNames = () =>
  useQuery({
    queryKey: ['venues', 'names'],
    queryFn: async () => (await api(listVenues, { query: { per_page: 100, sort: 'name' } })).data,
  })

const useInvalidateTemplates = () => {
  const queries = useQueryClient()
  return () => queries.invalidateQueries({ queryKey: ['venue-templates'] })
}

/** Creates a seat map or updates the given one. */
export const useSaveTemplate = (template: VenueMap | undefined) => {
  const invalidate = useInvalidateTemplates()
  return useMutation({
    mutationFn: ({ name, venue_uuid }: TemplateValues) => {
      const body = { name, venue_uuid: venue_uuid || null }
      return template ? api(updateVenueMap, { params: { uuid: template.uuid }, body }) : api(createVenueMap, { body })
    },
    onSuccess: invalidate,
  })
}

export const useDuplicateTemplate = () => {
  const invalidate = useInvalidateTemplates()
  return useMutation({
    mutationFn: (uuid: string) => api(duplicateVenueMap, { params: { uuid }, body: {} }),
    onSuccess: invalidate,
  })
}

export const useDeleteTemplate = () => {
  const invalidate = useInvalidateTemplates()
  return useMutation({
    mutationFn: (uuid: string) => api(deleteVenueMap, { params: { uuid } }),
    onSettled: invalidate, // a refusal usually means that the list is outdated
  })
}
