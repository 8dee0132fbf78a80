import {
  createVenueMap,
  deleteVenueMap,
  duplicateVenueMap,
  listVenueMaps,
  updateVenueMap,
  type VenueMap,
} from '@kartis/contract/venue-maps.ts'
import { listVenues } from '@kartis/contract/venues.ts'
import type { useSearch } from '@kartis/ui/components/use-search.ts'
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { api } from '../../shared/api.ts'

export interface TemplateValues {
  readonly name: string
  /** Empty: without a venue. */
  readonly venue_uuid: string
}

export const useTemplates = (page: number, { scope, term }: ReturnType<typeof useSearch>) =>
  useQuery({
    queryKey: ['venue-templates', page, term ?? ''],
    queryFn: () =>
      api(listVenueMaps, {
        query: { page: term ? 1 : page, ...(term && { filter: { or: { name: term, 'venue.name': term } } }) },
      }),
    enabled: scope !== 'nothing',
    placeholderData: keepPreviousData,
  })

/** The venues that a seat map can belong to. */
export const useVenueNames = () =>
  useQuery({
    queryKey: ['venues', 'names'],
    queryFn: async () => (await api(listVenues, { query: { per_page: 100, sort: 'name' } })).data,
  })

const useRefresh = () => {
  const queries = useQueryClient()
  return () => queries.invalidateQueries({ queryKey: ['venue-templates'] })
}

export const useTemplateSave = (template: VenueMap | undefined) => {
  const onSuccess = useRefresh()
  return useMutation({
    mutationFn: ({ name, venue_uuid }: TemplateValues) => {
      const body = { name, venue_uuid: venue_uuid || null }
      return template ? api(updateVenueMap, { params: { uuid: template.uuid }, body }) : api(createVenueMap, { body })
    },
    onSuccess,
  })
}

export const useTemplateCopy = () => {
  const onSuccess = useRefresh()
  return useMutation({
    mutationFn: (uuid: string) => api(duplicateVenueMap, { params: { uuid }, body: {} }),
    onSuccess,
  })
}

export const useTemplateRemoval = () => {
  const onSettled = useRefresh()
  return useMutation({ mutationFn: (uuid: string) => api(deleteVenueMap, { params: { uuid } }), onSettled })
}
