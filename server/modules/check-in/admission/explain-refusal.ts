import type { Refusal } from '@kartis/domain/refusal.ts'
import { ticketNumber } from '@kartis/domain/ticket-number.ts'
import type { Lang } from '@kartis/i18n/lang.ts'
import type { Platform } from '../../../platform/platform.ts'
import { eventRow } from '../../catalogue/events/index.ts'
import { nameOfDevice } from '../devices/index.ts'
import { eventNameIn } from '../../selling/orders/index.ts'
import { type CheckInTicket, eventOfTicket } from '../../selling/ticketing/index.ts'
import type { ScanAttempt } from './scan-attempt.ts'

const viewTicket = ({ order_number, position, name, holder }: CheckInTicket) => ({
  number: ticketNumber(order_number, position),
  name,
  holder,
})

/** The event of a ticket that belongs elsewhere, if its account is the same: of other accounts nobody learns anything. */
const viewOtherEvent = async ({ db }: Platform, { event, code }: ScanAttempt, lang: Lang) => {
  const id = code.eventId ?? (code.ticketId && (await eventOfTicket(db, event.account_id, code.ticketId)))
  const other = id ? await eventRow(db, event.account_id, id) : undefined
  return other && { name: eventNameIn(other, lang), starts_at: other.starts_at.toISOString(), timezone: other.timezone }
}

/**
 * A refusal with what the person at the gate tells the guest: `ticket` (number, name of its type, holder) for one of this
 * event, `event` (name, start) for one of another event of the account, `device` for the name of the device that admitted it.
 */
export const explainRefusal = async (
  platform: Platform,
  attempt: ScanAttempt,
  {
    ticket,
    refusal,
    lang,
  }: { readonly ticket: CheckInTicket | undefined; readonly refusal: Refusal; readonly lang: Lang },
): Promise<Refusal> => {
  const other = refusal.refusal === 'S4' ? await viewOtherEvent(platform, attempt, lang) : undefined
  if (!ticket && !other) return refusal
  const { device_id: deviceId } = refusal.detail ?? {}
  const device = typeof deviceId === 'string' ? await nameOfDevice(platform.db, attempt.event.id, deviceId) : undefined
  return {
    ...refusal,
    detail: {
      ...refusal.detail,
      ...(ticket && { ticket: viewTicket(ticket) }),
      ...(other && { event: other }),
      ...(device && { device }),
    },
  }
}
