import type { BuyerOrder } from '@kartis/contract/public-orders.ts'
import type { RefundOffer } from '@kartis/contract/refund-choices.ts'
import { momentLongText } from '@kartis/i18n/format.ts'
import type { Lang } from '@kartis/i18n/lang.ts'
import { cancelLink } from '../shared/own-order-link.ts'
import { type ArtworkView, artworkOfUrl, placeLine } from './labels.ts'

/** An order whose buyer chooses between a refund and the tickets. */
export interface ChoiceView {
  readonly token: string
  readonly offer: RefundOffer
  readonly number: string
  readonly last4: string | null
  /** The way to a full refund until the event starts, where it was postponed since the purchase; else empty. */
  readonly cancelHref: string
  readonly event: {
    readonly name: string
    readonly when: string
    readonly place: string
    readonly timezone: string
    readonly artwork: ArtworkView
  }
}

export const choiceView = (order: BuyerOrder, offer: RefundOffer, token: string, lang: Lang): ChoiceView => ({
  token,
  offer,
  number: order.number,
  last4: order.payment?.last4 ?? null,
  cancelHref: order.moved_from && order.cancellation.allowed_now ? cancelLink(order.number) : '',
  event: {
    name: order.event.name,
    when: momentLongText(order.event.starts_at, lang, order.event.timezone),
    place: placeLine(order.event, lang),
    timezone: order.event.timezone,
    artwork: artworkOfUrl(order.event.uuid, order.event.banner, order.event.colors),
  },
})
