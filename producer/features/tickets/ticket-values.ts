import type { TicketType } from '@kartis/contract/tickets.ts'
import { isBelowSold, newTicketTypeReasons, ticketTypeReasons } from '@kartis/domain/ticket-type.ts'
import { missingHours, momentsOf, OPEN_WINDOW, type WindowValues, windowOf } from '../../shared/time-window.ts'
import { readCount, readPrice } from '../../shared/typed-numbers.ts'

/** Form values of a ticket type. */
export interface TicketValues extends WindowValues {
  readonly type: 'regular' | 'producer'
  readonly name: string
  /** Shekels. */
  readonly price: string
  readonly quantity: string
  readonly info: string
  /** Empty: no limit. */
  readonly limit: string
  readonly name_en: string
  readonly info_en: string
  readonly name_ar: string
  readonly info_ar: string
}

export const NEW_TICKET: TicketValues = {
  type: 'regular',
  name: '',
  price: '',
  quantity: '',
  info: '',
  limit: '',
  ...OPEN_WINDOW,
  name_en: '',
  info_en: '',
  name_ar: '',
  info_ar: '',
}

export const valuesOf = (ticket: TicketType, zone: string): TicketValues => {
  return {
    type: ticket.type,
    name: ticket.name,
    price: ticket.price.toFixed(2),
    quantity: String(ticket.sum_total_available),
    info: ticket.info,
    limit: ticket.purchase_limit === null ? '' : String(ticket.purchase_limit),
    ...windowOf(zone, ticket.sale_starts_at, ticket.sale_ends_at),
    name_en: ticket.texts.en?.name ?? '',
    info_en: ticket.texts.en?.info ?? '',
    name_ar: ticket.texts.ar?.name ?? '',
    info_ar: ticket.texts.ar?.info ?? '',
  }
}

type Reasons = Record<string, readonly string[]>

/** Form fields by API field name. */
const FORM_NAMES: Readonly<Record<string, keyof TicketValues>> = {
  sum_total_available: 'quantity',
  purchase_limit: 'limit',
  sale_starts_at: 'from_day',
  sale_ends_at: 'until_day',
}

export const inFormNames = (reasons: Readonly<Record<string, readonly string[]>>): Reasons =>
  Object.fromEntries(Object.entries(reasons).map(([field, why]) => [FORM_NAMES[field] ?? field, why]))

const countReasons = (text: string, needed: boolean): readonly string[] => {
  if (text.trim() === '') return needed ? ['required'] : []
  return Number.isNaN(readCount(text)) ? ['not_an_integer'] : []
}

/** Validation reasons by form field; `promised` is the number of sold and held tickets of a type that exists. */
export const ticketReasons = (
  values: TicketValues,
  zone: string,
  promised?: { readonly sold: number; readonly held: number },
): Reasons => {
  const price = readPrice(values.type === 'producer' ? '0' : values.price)
  const quantity = countReasons(values.quantity, true)
  const limit = countReasons(values.limit, false)
  const window = momentsOf(zone, values)
  const rules = (promised ? ticketTypeReasons : newTicketTypeReasons)({
    name: values.name,
    ...(typeof price === 'number' && { price }),
    ...(quantity.length === 0 && { sum_total_available: readCount(values.quantity) }),
    ...(limit.length === 0 && values.limit.trim() !== '' && { purchase_limit: readCount(values.limit) }),
    sale_starts_at: window.starts,
    sale_ends_at: window.ends,
  })
  const below = promised && quantity.length === 0 && isBelowSold(readCount(values.quantity), promised)
  return {
    ...inFormNames(rules),
    ...(typeof price === 'string' && { price: [price] }),
    ...(quantity.length > 0 && { quantity }),
    ...(below && !rules['sum_total_available'] && { quantity: ['below_sold'] }),
    ...(limit.length > 0 && { limit }),
    ...missingHours(values),
  }
}

/** The request body of a valid form. A producer ticket keeps its price, because the form does not ask for one. */
export const bodyOf = (values: TicketValues, zone: string, before?: TicketType) => {
  const price = readPrice(values.price)
  const window = momentsOf(zone, values)
  return {
    type: values.type,
    name: values.name.trim(),
    info: values.info.trim(),
    price: values.type === 'producer' || typeof price !== 'number' ? (before?.price ?? 0) : price / 100,
    sum_total_available: readCount(values.quantity),
    purchase_limit: values.limit.trim() === '' ? null : readCount(values.limit),
    sale_starts_at: window.starts?.toISOString() ?? null,
    sale_ends_at: window.ends?.toISOString() ?? null,
    texts: {
      en: { name: values.name_en, info: values.info_en },
      ar: { name: values.name_ar, info: values.info_ar },
    },
  }
}
