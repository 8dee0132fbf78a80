import type { PurchaseLimitDetail } from '@kartis/contract/errors.ts'
import type { Refused } from './api.ts'
import type { Translate } from './translator.ts'

/** The purchase limit that a cart exceeds. `ticketTypeUuid` is set when the limit belongs to one ticket type. */
export interface ExceededLimit {
  readonly limit: number
  readonly bought: number
  readonly left: number
  readonly ticketTypeUuid: string | undefined
}

/** The limit of a `purchase_limit` refusal; undefined for any other refusal. */
export const readExceededLimit = ({ code, detail }: Pick<Refused, 'code' | 'detail'>): ExceededLimit | undefined => {
  if (code !== 'purchase_limit') return undefined
  // The contract gives this refusal this detail.
  const { limit, bought, left, events_ticket_uuid: ticketTypeUuid } = detail as PurchaseLimitDetail
  return { limit, bought, left, ticketTypeUuid }
}

type NameOf = (ticketTypeUuid: string) => string | undefined

const typeName = ({ ticketTypeUuid }: ExceededLimit, nameOf: NameOf) =>
  ticketTypeUuid === undefined ? undefined : nameOf(ticketTypeUuid)

/** One order: `You can order up to 4 tickets.` */
export const orderLimitText = (t: Translate, exceeded: ExceededLimit, nameOf: NameOf): string => {
  const name = typeName(exceeded, nameOf)
  return name === undefined
    ? t('sale.limit.order', { count: exceeded.limit })
    : t('sale.limit.order_ticket_type', { count: exceeded.limit, name })
}

/** One phone, over all its orders: `One phone may buy up to 4 tickets to this event.` */
export const phoneLimitText = (t: Translate, exceeded: ExceededLimit, nameOf: NameOf): string => {
  const name = typeName(exceeded, nameOf)
  return name === undefined
    ? t('sale.limit.phone', { count: exceeded.limit })
    : t('sale.limit.phone_ticket_type', { count: exceeded.limit, name })
}
