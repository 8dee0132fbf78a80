import type { GateBoard, GateConflict } from '@kartis/contract/gate-board.ts'
import { useQuery, useQueryClient, type UseQueryResult } from '@tanstack/react-query'
import { gateBoardQuery } from '../../shared/gate-board-query.ts'

const REFRESH_MS = 5000

export const useBoard = (event: string): UseQueryResult<GateBoard> =>
  useQuery({ ...gateBoardQuery(event), refetchInterval: REFRESH_MS })

const withConflict = (board: GateBoard, changed: GateConflict): GateBoard => {
  const items = board.conflicts.items
    .map((item) => (item.scan_uuid === changed.scan_uuid ? changed : item))
    .filter(({ state }) => state !== 'closed')
  const before = board.conflicts.items.find(({ scan_uuid }) => scan_uuid === changed.scan_uuid)?.state
  const count = (state: 'open' | 'explained'): number =>
    board.conflicts[state] + (changed.state === state ? 1 : 0) - (before === state ? 1 : 0)
  return { ...board, conflicts: { open: count('open'), explained: count('explained'), items } }
}

/** Shows a conflict as the server answered, until the next refresh. */
export const useShowConflict = (event: string) => {
  const queries = useQueryClient()
  return (changed: GateConflict): void => {
    queries.setQueryData(gateBoardQuery(event).queryKey, (board) => board && withConflict(board, changed))
  }
}
