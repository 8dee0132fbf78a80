import type { BodyIn } from '@kartis/contract/endpoint.ts'
import { updateEventSeats } from '@kartis/contract/event-seating.ts'
import { useQueryClient } from '@tanstack/react-query'
import { api } from '../../shared/api.ts'
import { useMutation } from '../../shared/use-mutation.ts'

/** Changes seats of an event, one call after the other; what shows them is read anew. */
export const useSeatsChange = (event: string) => {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: async (calls: readonly BodyIn<typeof updateEventSeats>[]) => {
      for (const body of calls) await api(updateEventSeats, { params: { uuid: event }, body })
    },
    onSettled: () => queries.invalidateQueries({ queryKey: ['event', event] }),
  })
}
