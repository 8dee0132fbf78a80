import type { WalletTicket } from '@kartis/contract/wallet-passes.ts'
import { ticketNumber } from '@kartis/domain/ticket-number.ts'
import { commaText } from '@kartis/i18n/format.ts'
import type { Lang } from '@kartis/i18n/lang.ts'
import type { EventRow } from '../../../catalogue/events/index.ts'
import type { OrderRow } from '../../orders/index.ts'
import { eventNameIn } from '../../orders/index.ts'
import type { TicketCodes } from '../ticket-code.ts'
import { ticketLane } from '../ticket-lane.ts'
import type { TicketRow } from '../tickets-queries.ts'

interface WalletFacts {
  readonly order: OrderRow
  readonly event: EventRow
  readonly lang: Lang
  readonly codes: TicketCodes
}

const venueOf = ({ address_description: place, address_city: city }: EventRow, lang: Lang): string =>
  commaText([place, city], lang)

/** A ticket in the fields of Apple's and Google's wallets; its seat as it is printed, in the language of the pass. */
export const viewWalletTicket = ({ order, event, lang, codes }: WalletFacts, ticket: TicketRow): WalletTicket => {
  const text = (value: string) => ({ defaultValue: { language: lang, value } })
  const number = ticketNumber(order.number, ticket.position)
  const code = codes.get(ticket.id) ?? ''
  const { seat } = ticket
  const lane = ticketLane(event, ticket)
  return {
    uuid: ticket.id,
    number,
    name: ticket.name,
    holder: order.buyer_name,
    seat,
    ...(lane !== undefined && { lane }),
    barcode: { format: 'PKBarcodeFormatQR', message: code, altText: number },
    apple: {
      eventType: 'PKEventTypeGeneric',
      eventName: eventNameIn(event, lang),
      eventStartDate: event.starts_at.toISOString(),
      eventEndDate: event.ends_at.toISOString(),
      venueName: venueOf(event, lang),
      ...(seat?.gate && { venueEntrance: seat.gate }),
      ...(seat && {
        seats: [
          {
            seatIdentifier: seat.uuid,
            seatSection: seat.section,
            seatRow: seat.row,
            seatNumber: seat.number,
            ...(seat.floor && { seatDescription: seat.floor }),
          },
        ],
      }),
    },
    google: {
      ...(order.buyer_name && { ticketHolderName: order.buyer_name }),
      ticketNumber: number,
      ticketType: text(ticket.name),
      barcode: { type: 'QR_CODE', value: code, alternateText: number },
      ...(seat && {
        seatInfo: {
          section: text(commaText([seat.floor === seat.section ? '' : (seat.floor ?? ''), seat.section], lang)),
          row: text(seat.row),
          seat: text(seat.number),
          ...(seat.gate && { gate: text(seat.gate) }),
        },
      }),
    },
  }
}
