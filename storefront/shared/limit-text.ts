import type { Say } from './messages.ts'

/** What a refusal for too many tickets tells. `type` is there when the limit is that of one ticket type. */
export interface PhoneLimit {
  readonly limit: number
  readonly bought: number
  readonly left: number
  readonly type: string | undefined
}

/** The numbers of a refusal `purchase_limit`; nothing where it names none. */
export const limitOf = (detail: Readonly<Record<string, unknown>>): PhoneLimit | undefined => {
  const { limit, bought = 0, left, events_ticket_uuid: type } = detail
  if (typeof limit !== 'number' || typeof bought !== 'number') return undefined
  return {
    limit,
    bought,
    left: typeof left === 'number' ? left : Math.max(0, limit - bought),
    type: typeof type === 'string' ? type : undefined,
  }
}

type NameOf = (type: string) => string | undefined

const named = ({ type }: PhoneLimit, nameOf: NameOf) => (type === undefined ? undefined : nameOf(type))

/** One order: `You can order up to 4 tickets.` */
export const orderLimitText = (say: Say, over: PhoneLimit, nameOf: NameOf): string => {
  const name = named(over, nameOf)
  return name === undefined
    ? say('sale.limit.order', { count: over.limit })
    : say('sale.limit.order_kind', { count: over.limit, name })
}

/** One phone, over all its orders: `One phone may buy up to 4 tickets to this event.` */
export const phoneLimitText = (say: Say, over: PhoneLimit, nameOf: NameOf): string => {
  const name = named(over, nameOf)
  return name === undefined
    ? say('sale.limit.phone', { count: over.limit })
    : say('sale.limit.phone_kind', { count: over.limit, name })
}
