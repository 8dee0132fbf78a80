import type { BodyIn } from '@kartis/contract/endpoint.ts'
import { showWaitingRoom, steerWaitingRoom, type WaitingRoom } from '@kartis/contract/waiting-room.ts'
import { showToast } from '@kartis/ui/components/toast.ts'
import { useMutation, useQuery, useQueryClient, type UseQueryResult } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { api } from '../../shared/api.ts'

/** While people wait the figures move every second; a room that nobody waits in is looked at now and then. */
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

/** Changes the room; what came of it is on the screen at once. */
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
