import type { ReceivedTransfer } from '@kartis/contract/ticket-transfers.ts'
import { commaText, momentLongText, momentText } from '@kartis/i18n/format.ts'
import type { Lang } from '@kartis/i18n/lang.ts'
import { type ArtworkView, artworkOfUrl, placeLine } from './labels.ts'

/** A ticket that somebody offers to whoever has the link. */
export interface TransferView {
  readonly uuid: string
  readonly token: string
  readonly state: ReceivedTransfer['state']
  /** First name of who offers it; empty where there is none. */
  readonly from: string
  readonly event: {
    readonly slug: string
    readonly name: string
    readonly when: string
    readonly place: string
    readonly artwork: ArtworkView
  }
  /** Name of the ticket type. */
  readonly type: string
  readonly seat: ReceivedTransfer['ticket']['seat']
  /** Floor and section of the seat, as they are read. */
  readonly section: string
  readonly until: string
  readonly foreignPhones: boolean
}

export const transferView = (transfer: ReceivedTransfer, token: string, lang: Lang): TransferView => {
  const { event, ticket } = transfer
  const { seat } = ticket
  const floor = seat?.floor === seat?.section ? '' : (seat?.floor ?? '')
  return {
    uuid: transfer.uuid,
    token,
    state: transfer.state,
    from: transfer.from,
    event: {
      slug: event.slug || event.uuid,
      name: event.name,
      when: momentLongText(event.starts_at, lang, event.timezone),
      place: placeLine(event, lang),
      artwork: artworkOfUrl(event.uuid, event.banner, event.colors),
    },
    type: ticket.name,
    seat,
    section: seat ? commaText([floor, seat.section], lang) : '',
    until: momentText(transfer.expires_at, lang, event.timezone),
    foreignPhones: transfer.foreign_phones,
  }
}
