import type { ReactNode } from 'react'
import { WhenLoaded } from '../when-loaded.tsx'
import { type Board, type LiveHall, useBoard, useLiveHall, useWire, type Wire } from './use-hall.ts'

interface WithHallProps {
  readonly event: string
  /** Renders the hall; begun anew when the event changes to another edition. */
  readonly children: (hall: LiveHall) => ReactNode
}

/** Loads the hall of an event and follows the state of its places. */
export function WithHall({ event, children }: WithHallProps) {
  const board = useBoard(event)
  return (
    <WhenLoaded query={board}>
      {(loaded) => (
        <WithMap event={event} board={loaded}>
          {children}
        </WithMap>
      )}
    </WhenLoaded>
  )
}

function WithMap({ event, board, children }: WithHallProps & { readonly board: Board }) {
  const wire = useWire(event, board.hash)
  return (
    <WhenLoaded query={wire}>
      {(loaded) => (
        <Live key={board.hash} board={board} wire={loaded}>
          {children}
        </Live>
      )}
    </WhenLoaded>
  )
}

function Live({
  board,
  wire,
  children,
}: {
  readonly board: Board
  readonly wire: Wire
  readonly children: WithHallProps['children']
}) {
  return children(useLiveHall(board, wire))
}
