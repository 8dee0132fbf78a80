import { addEventImage, type Event, removeEventImage, showEvent } from '@kartis/contract/events.ts'
import type { ImageSlot } from '@kartis/domain/limits.ts'
import { useQuery } from '@tanstack/react-query'
import { api } from '../../shared/api.ts'
import { useInvalidateEvent } from '../../shared/event-queries.ts'
import { useMutation } from '../../shared/use-mutation.ts'

const keyOf = (event: string) => ['event', event, 'images'] as const

export const useEventImages = (event: string) =>
  useQuery({
    queryKey: keyOf(event),
    queryFn: async () => (await api(showEvent, { params: { uuid: event }, query: { with: ['attachments'] } })).data,
  })

export const imageIn = (event: Event, slot: ImageSlot) => event.attachments?.find((image) => image.slot === slot)

export const useUploadImage = (event: string) => {
  const invalidate = useInvalidateEvent(event)
  return useMutation({
    mutationFn: ({ slot, file }: { readonly slot: ImageSlot; readonly file: Blob }) => {
      const body = new FormData()
      body.append('slot', slot)
      body.append('file', file, `${slot}.jpg`)
      return api(addEventImage, { params: { uuid: event }, body })
    },
    onSuccess: invalidate,
  })
}

export const useDeleteImage = (event: string) => {
  const invalidate = useInvalidateEvent(event)
  return useMutation({
    mutationFn: (slot: ImageSlot) => api(removeEventImage, { params: { uuid: event, slot } }),
    onSuccess: invalidate,
  })
}
