/** What a link to the own orders opens of an order. */
export type OrderAct = 'cancel' | 'email'

/** What the link of this page is to open, and of the order with which number; empty where it names none. */
export interface RequestedOrder {
  readonly act: OrderAct
  readonly number: string
}

/** The own orders, opened to cancel tickets of the order with this number; without one, of any order. */
export const cancelLink = (number = ''): string => `/order/my?cancel=${number}`

/** The own orders, opened to correct the e-mail address of the order with this number. */
export const emailLink = (number: string): string => `/order/my?email=${number}`

export const requestedOrder = (): RequestedOrder | undefined => {
  const search = new URLSearchParams(location.search)
  for (const act of ['cancel', 'email'] as const) {
    const number = search.get(act)
    if (number !== null) return { act, number: number.replaceAll(/\D/gu, '').slice(0, 15) }
  }
  return undefined
}
