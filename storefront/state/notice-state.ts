import type { BuyerOrder } from '@kartis/contract/public-orders.ts'
import type { RefundOffer } from '@kartis/contract/refund-choices.ts'
import { momentLongText } from '@kartis/i18n/format.ts'
import type { Lang } from '@kartis/i18n/lang.ts'
import { cancelLink } from '../shared/own-order-link.ts'

/** What buyers read of a change: another date, and what they may choose or ask for. */
export interface NoticeView {
  /** The event does not take place. */
  readonly cancelled: boolean
  /** The dates as text; null where the date is the one under which was bought. */
  readonly moved: { readonly from: string; readonly to: string } | null
  /** What the organiser offers now; null for none. */
  readonly offer:
    | (Pick<RefundOffer, 'kind' | 'choice' | 'amount'> & { readonly until: string; readonly href: string })
    | null
  /** The way to a full refund after a postponement; empty where there is none. */
  readonly cancelHref: string
}

type Moved = Pick<BuyerOrder, 'moved_from'> & {
  readonly event: Pick<BuyerOrder['event'], 'starts_at' | 'ends_at' | 'timezone' | 'cancelled'>
}

const movedOf = ({ moved_from: from, event }: Moved, lang: Lang): NoticeView['moved'] =>
  from
    ? {
        from: momentLongText(from, lang, event.timezone),
        to: momentLongText(event.starts_at, lang, event.timezone),
      }
    : null

/** Nothing is chosen or asked for any more: whoever paid is refunded. */
const CANCELLED: NoticeView = { cancelled: true, moved: null, offer: null, cancelHref: '' }

/** Of a ticket that was sent: the choice and the refund are its buyer's. */
export const ticketNoticeOf = (ticket: Moved, lang: Lang, now: Date): NoticeView | undefined => {
  if (ticket.event.cancelled) return CANCELLED
  const moved = movedOf(ticket, lang)
  return moved && now < new Date(ticket.event.ends_at)
    ? { cancelled: false, moved, offer: null, cancelHref: '' }
    : undefined
}

type NoticedOrder = Moved & Pick<BuyerOrder, 'uuid' | 'number' | 'total_amount' | 'cancellation' | 'tickets'>

interface Context {
  readonly token: string
  readonly lang: Lang
  readonly now: Date
}

/** Of an order with valid tickets, until the event is over; undefined where nothing changed and nothing is offered. */
export const orderNoticeOf = (
  order: NoticedOrder,
  offer: RefundOffer | undefined,
  { token, lang, now }: Context,
): NoticeView | undefined => {
  const { event, cancellation } = order
  if (event.cancelled) return CANCELLED
  const isOpen = offer?.open === true
  const moved = movedOf(order, lang)
  const isValid = order.tickets.some(({ status }) => status === 'valid')
  if ((!moved && !isOpen) || !isValid || now >= new Date(event.ends_at)) return undefined
  const isRefundable = moved && cancellation.allowed_now && order.total_amount > 0
  return {
    cancelled: false,
    moved,
    offer: isOpen
      ? {
          kind: offer.kind,
          choice: offer.choice,
          amount: offer.amount,
          until: offer.deadline ? momentLongText(offer.deadline, lang, event.timezone) : '',
          href: `/order/choice/${order.uuid}?token=${encodeURIComponent(token)}`,
        }
      : null,
    cancelHref: isRefundable && offer?.choice !== 'refund' ? cancelLink(order.number) : '',
  }
}
