import type { ListedTicket } from '@kartis/contract/admission-list.ts'
import { findInSnapshot, type Snapshot } from '@kartis/domain/gate-snapshot.ts'
import { UNKNOWN_NUMBER } from './unknown-number.ts'

/** A ticket of a snapshot as lists have them. The times of its entry and cancellation are not there: they are empty. */
export const listedInSnapshot = (snapshot: Snapshot, id: string): ListedTicket | undefined => {
  const ticket = findInSnapshot(snapshot, id)
  return (
    ticket && {
      uuid: ticket.id,
      type: snapshot.header.types[ticket.type] ?? '',
      number: UNKNOWN_NUMBER,
      ...(ticket.revision > 0 && { revision: ticket.revision }),
      ...(ticket.isCancelled && { cancelled_at: '' }),
      ...(ticket.hasEntered && { redeemed_at: '' }),
    }
  )
}
