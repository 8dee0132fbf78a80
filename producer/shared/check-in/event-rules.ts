import type { AdmissionList } from '@kartis/contract/admission-list.ts'
import type { StoredAdmissionList } from '../offline/database.ts'

type Rules = Pick<StoredAdmissionList, 'event' | 'opensAt' | 'closesAt' | 'gates' | 'seatGates' | 'lanes' | 'types'>

/** What decides about tickets of an event, as replies and the snapshot both say it. */
export const rulesOf = ({ event, ticket_types: types }: Pick<AdmissionList, 'event' | 'ticket_types'>): Rules => ({
  event: event.uuid,
  opensAt: event.entry_starts_at,
  closesAt: event.entry_ends_at,
  gates: event.gates,
  ...(event.seat_gates && { seatGates: event.seat_gates }),
  lanes: event.lanes,
  types,
})
