import type { GateOrder } from '@kartis/contract/admission.ts'
import { ApiError } from '../../shared/api-error.ts'
import type { LocalAdmissionList } from '../../shared/check-in/admission-list.ts'
import type { Attempt } from './attempt.ts'
import type { AdmittedTogether } from './gate-acts.ts'
import type { Overlay } from './use-overlay.ts'

/** The result of an entry by name, or of several tickets of an order, as large as that of a scan. */
export const overlayOf = (
  order: GateOrder,
  { admitted, refused, counters, decidedBy }: AdmittedTogether,
  list: LocalAdmissionList | undefined,
  manual: Attempt['manual'],
): Overlay | undefined => {
  const [first] = admitted
  const [refusal] = refused
  if (first) {
    const { ticketUuid: uuid, number, holder, name, isAgain = false } = first
    const seat = order.tickets.find((ticket) => ticket.uuid === uuid)?.seat ?? list?.tickets.get(uuid)?.seat
    return {
      state: 'success',
      direction: 'entry',
      decidedBy,
      counters,
      ticket: { uuid, number, holder: holder ?? order.holder, name, seat, isAgain },
      entry: admitted.length === 1 ? first : undefined,
      byHand: { count: admitted.length, holder: order.holder, order: order.number, refused },
    }
  }
  if (!refusal) return undefined
  const { code, text: description, detail, number } = refusal
  const error = new ApiError({ code, description, status: 409, detail: { ticket: { number }, ...detail } })
  return { state: 'fail', error, at: new Date().toISOString(), text: number, manual }
}
