import type { Translate } from './translator.ts'

/** The detail of a `purchase_limit` refusal. `type` is set when the limit belongs to one ticket type. */
export interface PhoneLimit {
  readonly limit: number
  readonly bought: number
  readonly left: number
  readonly type: string | undefined
}

/** Reads the detail of a `purchase_limit` refusal; undefined where it has no limit. */
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

const typeName = ({ type }: PhoneLimit, nameOf: NameOf) => (type === undefined ? undefined : nameOf(type))

/** One order: `You can order up to 4 tickets.` */
export const orderLimitText = (t: Translate, exceeded: PhoneLimit, nameOf: NameOf): string => {
  const name = typeName(exceeded, nameOf)
  return name === undefined
    ? t('sale.limit.order', { count: exceeded.limit })
    : t('sale.limit.order_kind', { count: exceeded.limit, name })
}

/** One phone, over all its orders: `One phone may buy up to 4 tickets to this event.` */
export const phoneLimitText = (t: Translate, exceeded: PhoneLimit, nameOf: NameOf): string => {
  const name = typeName(exceeded, nameOf)
  return name === undefined
    ? t('sale.limit.phone', { count: exceeded.limit })
    : t('sale.limit.phone_kind', { count: exceeded.limit, name })
}
