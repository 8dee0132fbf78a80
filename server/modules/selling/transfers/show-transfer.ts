import type { ReceivedTransfer } from '@kartis/contract/ticket-transfers.ts'
import { takesForeignPhone } from '@kartis/domain/foreign-phones.ts'
import { isRefusal, type Refusal } from '@kartis/domain/refusal.ts'
import type { Lang } from '@kartis/i18n/lang.ts'
import type { Platform } from '../../../platform/platform.ts'
import { attachmentsOf } from '../../people/attachments/index.ts'
import { seatNamesIn } from '../../catalogue/seating/index.ts'
import { typeNamesIn } from '../../catalogue/ticket-types/index.ts'
import { namePartsOf, viewEvent } from '../order-management/index.ts'
import { reasonAgainstAccepting } from '../ticketing/index.ts'
import { findTransfer, type TransferLink } from './find-transfer.ts'

/** An offered ticket as the person with its link sees it: nothing of its order, its code, or the buyer beyond a first name. */
export const showTransfer = async (
  platform: Platform,
  link: TransferLink,
  lang: Lang,
  now: Date,
): Promise<ReceivedTransfer | Refusal> => {
  const found = await findTransfer(platform.db, platform, link)
  if (isRefusal(found)) return found
  const { row, order, ticket, event } = found
  const [images, typeNames, seatNames] = await Promise.all([
    attachmentsOf(platform, 'event', [event.id]),
    typeNamesIn(platform.db, [event.id], lang),
    seatNamesIn(platform.db, [event.id], lang),
  ])
  return {
    uuid: row.id,
    state: reasonAgainstAccepting(row, found, now) ?? 'open',
    from: namePartsOf(order.buyer_name ?? '').first,
    event: viewEvent(event, images.get(event.id) ?? [], lang),
    ticket: {
      name: typeNames(ticket.ticket_type_id, ticket.name),
      ...(ticket.seat && { seat: seatNames(event.id, ticket.seat) }),
    },
    expires_at: row.expires_at.toISOString(),
    foreign_phones: takesForeignPhone(event.settings.foreign_phones, order.total),
  }
}
