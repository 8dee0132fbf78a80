const PARAMETER = 'cancel'

/** The own orders, opened to cancel tickets of the order with this number; without one, of any order. */
export const cancelLink = (number = ''): string => `/order/my?${PARAMETER}=${number}`

/** The number of the order that the link of this page is to cancel; empty where it names none, undefined otherwise. */
export const requestedCancellation = (): string | undefined => {
  const number = new URLSearchParams(location.search).get(PARAMETER)
  return number === null ? undefined : number.replaceAll(/\D/gu, '').slice(0, 15)
}
