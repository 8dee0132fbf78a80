import { exportVenueMap, importVenueMap, restoreMapEdition } from '@kartis/contract/venue-map-drafts.ts'
import {
  createVenueMap,
  deleteVenueMap,
  duplicateVenueMap,
  listMapTemplates,
  listVenueMaps,
  type MapTemplate,
  showVenueMap,
  updateVenueMap,
} from '@kartis/contract/venue-maps.ts'
import { listVenues } from '@kartis/contract/venues.ts'
import type { Search } from '@kartis/ui/components/use-search.ts'
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { api, apiFile } from '../../shared/api.ts'
import { saveFile } from '../../shared/save-file.ts'
import { useMutation } from '../../shared/use-mutation.ts'
import { savesEnded } from './saves-under-way.ts'

const MAPS = 'seat-maps'

/** One page of the seat maps with their pictures. A search always shows its first page. */
export const useMaps = (openPage: number, { scope, term }: Search) => {
  const page = term === '' ? openPage : 1
  return useQuery({
    queryKey: [MAPS, 'page', page, term],
    queryFn: () =>
      api(listVenueMaps, {
        query: {
          page,
          per_page: 24,
          append: ['outline'],
          sort: '-updated_at',
          ...(term !== '' && { filter: { or: { name: term, 'venue.name': term } } }),
        },
      }),
    enabled: scope !== 'too_short',
    placeholderData: keepPreviousData,
  })
}

/**
 * One map with its draft and editions. Read anew each time it is opened (`opening` counts), because somebody else may have
 * saved it; what is open is not read again by itself.
 */
export const useMap = (uuid: string | undefined, opening = 0) =>
  useQuery({
    queryKey: [MAPS, 'map', uuid, opening],
    queryFn: async () => {
      await savesEnded(uuid ?? '')
      return (await api(showVenueMap, { params: { uuid: uuid ?? '' } })).data
    },
    enabled: uuid !== undefined,
    staleTime: 0,
    gcTime: 0,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  })

/** The halls to start from, with their pictures. */
export const useMapTemplates = () =>
  useQuery({
    queryKey: [MAPS, 'templates'],
    queryFn: async () => (await api(listMapTemplates)).data,
    staleTime: Infinity,
  })

/** The venues that a seat map can belong to. */
export const useVenueNames = () =>
  useQuery({
    queryKey: ['venues', 'names'],
    queryFn: async () => (await api(listVenues, { query: { per_page: 100, sort: 'name' } })).data,
  })

export const useInvalidateMaps = () => {
  const queries = useQueryClient()
  return () => queries.invalidateQueries({ queryKey: [MAPS] })
}

export interface MapValues {
  readonly name: string
  /** Empty: without a venue. */
  readonly venue_uuid: string
}

/** Creates a map, empty or from a hall. */
export const useCreateMap = () => {
  const invalidate = useInvalidateMaps()
  return useMutation({
    mutationFn: ({ name, venue_uuid, template }: MapValues & { readonly template?: MapTemplate | undefined }) =>
      api(createVenueMap, { body: { name, venue_uuid: venue_uuid || null, ...(template && { template }) } }),
    onSuccess: invalidate,
  })
}

export const useUpdateMap = (uuid: string) => {
  const invalidate = useInvalidateMaps()
  return useMutation({
    mutationFn: ({ name, venue_uuid }: MapValues) =>
      api(updateVenueMap, { params: { uuid }, body: { name, venue_uuid: venue_uuid || null } }),
    onSuccess: invalidate,
  })
}

export const useDuplicateMap = () => {
  const invalidate = useInvalidateMaps()
  return useMutation({
    mutationFn: (uuid: string) => api(duplicateVenueMap, { params: { uuid }, body: {} }),
    onSuccess: invalidate,
  })
}

export const useDeleteMap = () => {
  const invalidate = useInvalidateMaps()
  return useMutation({
    mutationFn: (uuid: string) => api(deleteVenueMap, { params: { uuid } }),
    onSettled: invalidate, // a refusal usually means that the list is outdated
  })
}

export const useRestoreEdition = (uuid: string) => {
  const invalidate = useInvalidateMaps()
  return useMutation({
    mutationFn: (edition: number) => api(restoreMapEdition, { params: { uuid, edition }, body: {} }),
    onSuccess: invalidate,
  })
}

export type ExportFormat = 'json' | 'csv' | 'pretix'

export const useExportMap = () =>
  useMutation({
    mutationFn: async ({ uuid, name, format }: { uuid: string; name: string; format: ExportFormat }) =>
      saveFile(
        await apiFile(exportVenueMap, { params: { uuid }, query: { format } }),
        `${name}${format === 'pretix' ? '-pretix' : ''}.${format === 'csv' ? 'csv' : 'json'}`,
      ),
  })

export type ImportFormat = 'json' | 'csv' | 'svg'

/** The format that a file's name says; undefined: none that can be read. */
export const formatOf = (fileName: string): ImportFormat | undefined => {
  const ending = fileName.toLowerCase().split('.').at(-1)
  return ending === 'csv' ? 'csv' : ending === 'svg' ? 'svg' : ending === 'json' ? 'json' : undefined
}

/** Creates a map and fills its draft from a file. The notes say what could not be kept. */
export const useImportMap = () => {
  const invalidate = useInvalidateMaps()
  return useMutation({
    mutationFn: async ({ name, venue_uuid, file, format }: MapValues & { file: File; format: ImportFormat }) => {
      const { data } = await api(createVenueMap, { body: { name, venue_uuid: venue_uuid || null } })
      const form = new FormData()
      form.set('format', format)
      form.set('file', file)
      try {
        const reply = await api(importVenueMap, { params: { uuid: data.uuid }, body: form })
        return { uuid: data.uuid, notes: reply.data.notes }
      } catch (error) {
        // A map that stays empty helps nobody.
        await api(deleteVenueMap, { params: { uuid: data.uuid } }).catch(() => undefined)
        throw error
      }
    },
    onSettled: invalidate,
  })
}
