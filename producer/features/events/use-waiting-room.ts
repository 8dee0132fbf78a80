import type { BodyIn } from '@kartis/contract/endpoint.ts'
import { showWaitingRoom, steerWaitingRoom, type WaitingRoom } from '@kartis/contract/waiting-room.ts'
import { showToast } from '@kartis/ui/components/toast.ts'
import { useQuery, useQueryClient, type UseQueryResult } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { api } from '../../shared/api.ts'
import { useMutation } from '../../shared/use-mutation.ts'

/** Refetch intervals: short while people wait, long otherwise. */
const LIVE_MS = 2000
const QUIET_MS = 12_000

export type WaitingRoomInput = BodyIn<typeof steerWaitingRoom>

const isLive = (room: WaitingRoom | undefined): boolean => room?.state === 'open' || room?.state === 'lobby'

export const useWaitingRoom = (uuid: string): UseQueryResult<WaitingRoom> =>
  useQuery({
    queryKey: ['event', uuid, 'waiting-room'],
    queryFn: async () => (await api(showWaitingRoom, { params: { uuid } })).data,
    refetchInterval: ({ state }) => (isLive(state.data) ? LIVE_MS : QUIET_MS),
  })

/** Updates the waiting room and puts the reply into the cache. */
export const useWaitingRoomUpdate = (uuid: string) => {
  const { t } = useTranslation('waiting-room')
  const queries = useQueryClient()
  return useMutation({
    mutationFn: async (body: WaitingRoomInput) => (await api(steerWaitingRoom, { params: { uuid }, body })).data,
    onSuccess: (room) => {
      queries.setQueryData(['event', uuid, 'waiting-room'], room)
      showToast({ state: 'good', text: t('saved') })
    },
  })
}
