import type { ListedTicket } from '@kartis/contract/admission-list.ts'
import { findInSnapshot, type Snapshot } from '@kartis/domain/gate-snapshot.ts'
import { UNKNOWN_NUMBER } from './unknown-number.ts'

/** A ticket as this device has it; of one in a snapshot only the gate of its seat is there. */
export type LocalTicket = ListedTicket & { readonly seatGate?: string; readonly isSeatUnknown?: boolean }

/** The gates of the places of a snapshot: `rules` is opaque to whoever reads the file. */
const placeGatesOf = ({ header }: Snapshot): readonly string[] =>
  (header.rules as { readonly place_gates?: readonly string[] }).place_gates ?? []

/** A ticket of a snapshot as lists have them. The times of its entry and cancellation are not there: they are empty. */
export const listedInSnapshot = (snapshot: Snapshot, id: string): LocalTicket | undefined => {
  const ticket = findInSnapshot(snapshot, id)
  const seatGate = ticket && placeGatesOf(snapshot)[ticket.type]
  return (
    ticket && {
      uuid: ticket.id,
      type: snapshot.header.types[ticket.type] ?? '',
      number: UNKNOWN_NUMBER,
      ...(seatGate && { seatGate }),
      ...(ticket.revision > 0 && { revision: ticket.revision }),
      ...(ticket.isCancelled && { cancelled_at: '' }),
      ...(ticket.hasEntered && { redeemed_at: '' }),
    }
  )
}
