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

/**
 * A ticket of a list as a newer snapshot has it: number, seat and times stay as far as they still hold. One that has entered
 * as far as this device knows stays inside: the server may have let it in after the snapshot was made. Undefined for one
 * that the snapshot does not have.
 */
export const asInSnapshot = (snapshot: Snapshot, listed: ListedTicket): LocalTicket | undefined => {
  const now = listedInSnapshot(snapshot, listed.uuid)
  if (!now) return undefined
  const { seat, cancelled_at: cancelledAt, ...others } = listed
  // A place at another gate is another place.
  const isMoved = now.seatGate !== undefined && now.seatGate !== seat?.gate
  return {
    ...(now.redeemed_at !== undefined && { redeemed_at: now.redeemed_at }),
    ...others,
    ...(seat && !isMoved && { seat }),
    ...(isMoved && { seatGate: now.seatGate }),
    ...(now.type !== '' && { type: now.type }),
    ...(now.revision !== undefined && { revision: now.revision }),
    ...(now.cancelled_at !== undefined && { cancelled_at: cancelledAt ?? now.cancelled_at }),
  }
}
