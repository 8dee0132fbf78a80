import { showGateBoard } from '@kartis/contract/gate-board.ts'
import { queryOptions } from '@tanstack/react-query'
import { api } from './api.ts'

/** The board of the entrance of an event; whoever shows it says how often it is read. */
export const gateBoardQuery = (event: string) =>
  queryOptions({
    queryKey: ['event', event, 'gate-board'],
    queryFn: async () => (await api(showGateBoard, { params: { uuid: event } })).data,
  })
