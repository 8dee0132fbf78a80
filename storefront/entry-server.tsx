import './shared/base.css'
import { orderCookie } from './page-types.ts'
import type { Render, SaleReply, SaleRequest } from './page-types.ts'
import { checkoutPage, passesPage, returnPage } from './serve/order-pages.tsx'
import { embedExamplePage } from './serve/embed-pages.tsx'
import { eventPage, listPage } from './serve/event-pages.tsx'
import { embedOf } from './shared/embed.ts'
import { legalPage, lostPage, myPage } from './serve/plain-pages.tsx'
import { waitPage } from './serve/wait-pages.tsx'

const UUID = /^[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}$/i

/** The key of an order: from the link in the message, else from this browser's memory. */
const tokenOf = (request: SaleRequest, order: string): string => {
  // A stranger's page may frame only what its address opens, never what this browser's memory would.
  const remembered = embedOf(request.query) ? undefined : request.cookies[orderCookie(order)]
  return request.query.token ?? remembered ?? ''
}

const orderPage = (request: SaleRequest, area: string, uuid: string, rest: string | undefined): Promise<SaleReply> => {
  if (area === 'checkout' && rest === 'return') return returnPage(request, uuid)
  if (rest !== undefined) return lostPage(request)
  return area === 'checkout'
    ? checkoutPage(request, uuid, tokenOf(request, uuid))
    : passesPage(request, uuid, tokenOf(request, uuid))
}

/** Draws the page of an address. A fault of the API throws; the server shows its own page then. */
export const render: Render = (request) => {
  const [area = '', key = '', rest, ...more] = request.path.split('/').filter(Boolean)
  if (more.length > 0) return lostPage(request)
  if (area === '') return listPage(request)
  if (area === 'checkout' || area === 'tickets')
    return UUID.test(key) ? orderPage(request, area, key.toLowerCase(), rest) : lostPage(request)
  if (rest !== undefined) return lostPage(request)
  if (area === 'embed-example') return key ? lostPage(request) : embedExamplePage(request)
  if (area === 'legal') return legalPage(request, key)
  if (area === 'wait' && key) return waitPage(request, key)
  if (key) return lostPage(request)
  return area === 'my' ? myPage(request) : eventPage(request, area)
}

export { errorPage } from './serve/plain-pages.tsx'
