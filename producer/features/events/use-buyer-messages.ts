import {
  type BuyerMessage,
  listBuyerMessages,
  type MessagePreview,
  previewBuyerMessage,
  sendBuyerMessage,
} from '@kartis/contract/buyer-messages.ts'
import type { BodyIn } from '@kartis/contract/endpoint.ts'
import { keepPreviousData, useQuery, useQueryClient, type UseQueryResult } from '@tanstack/react-query'
import { api } from '../../shared/api.ts'
import { useMutation } from '../../shared/use-mutation.ts'

export type MessageDraft = BodyIn<typeof previewBuyerMessage>

const keyOf = (uuid: string) => ['event', uuid, 'messages'] as const

/** Messages that were sent to the buyers of the event, the newest first. */
export const useBuyerMessages = (uuid: string, enabled: boolean): UseQueryResult<readonly BuyerMessage[]> =>
  useQuery({
    queryKey: keyOf(uuid),
    queryFn: async () => (await api(listBuyerMessages, { params: { uuid } })).data,
    enabled,
  })

/** How many people the draft would reach and what it costs; null while it is not complete. */
export const useMessagePreview = (uuid: string, draft: MessageDraft | null): UseQueryResult<MessagePreview> =>
  useQuery({
    queryKey: [...keyOf(uuid), 'preview', draft],
    queryFn: async () => (await api(previewBuyerMessage, { params: { uuid }, body: draft as MessageDraft })).data,
    enabled: draft !== null,
    placeholderData: keepPreviousData,
  })

export const useSendMessage = (uuid: string, onSent: (recipients: number) => void) => {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (body: BodyIn<typeof sendBuyerMessage>) => api(sendBuyerMessage, { params: { uuid }, body }),
    onSuccess: ({ data }) => onSent(data.recipients),
    // The number of people may have changed since the preview: it is asked again.
    onSettled: () => queries.invalidateQueries({ queryKey: keyOf(uuid) }),
  })
}
