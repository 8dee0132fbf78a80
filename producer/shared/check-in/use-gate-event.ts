import { type Event, showEvent } from '@kartis/contract/events.ts'
import { useQuery } from '@tanstack/react-query'
import { api } from '../api.ts'
import { readStoredJson, writeStored } from '../storage.ts'

/** The query of the event on the scan page. */
export const scanKey = (uuid: string) => ['event', uuid, 'scan'] as const

export const loadScanEvent = async (uuid: string): Promise<Event> => {
  const query = { with: ['attachments' as const, 'settings' as const], append: ['scan_statistics' as const] }
  return (await api(showEvent, { params: { uuid }, query })).data
}

/** The event of this phone's gate as it was last loaded: nobody is signed in whose pages would be stored. */
const storedEvent = (uuid: string): Event | undefined => {
  const event = readStoredJson('device:gate_event') as Event | null | undefined
  return event?.uuid === uuid ? event : undefined
}

/** The event of a phone that joined the gate by a link; without a network as it was last loaded. */
export const useGateEvent = (uuid: string) =>
  useQuery({
    queryKey: scanKey(uuid),
    queryFn: async () => {
      const event = await loadScanEvent(uuid)
      writeStored('device:gate_event', JSON.stringify({ ...event, attachments: undefined }))
      return event
    },
    initialData: () => storedEvent(uuid),
    initialDataUpdatedAt: 0,
  })
