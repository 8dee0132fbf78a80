import './shared/base.css'
import { orderCookie } from './page-types.ts'
import type { Render, SaleReply, SaleRequest } from './page-types.ts'
import { checkoutPage, passesPage, returnPage, sharedTicketPage } from './serve/order-pages.tsx'
import { embedExamplePage } from './serve/embed-pages.tsx'
import { eventPage, listPage, previewPage, seatPreviewPage, seatsPage } from './serve/event-pages.tsx'
import { embedOf } from './shared/embed.ts'
import { cancelPage, legalPage, notFoundPage, myPage, refundPage } from './serve/plain-pages.tsx'
import { choicePage } from './serve/choice-page.tsx'
import { transferPage } from './serve/transfer-page.tsx'
import { receiptPage } from './serve/receipt-page.tsx'
import { waitPage } from './serve/wait-pages.tsx'

const UUID = /^[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}$/i

/** Pages of one order. */
const ORDER_AREAS: ReadonlySet<string> = new Set(['checkout', 'tickets', 'receipt', 'choice'])

/** The token of an order: from the link, else from this browser's cookie. */
const tokenOf = (request: SaleRequest, order: string): string => {
  // An embedded page must not use the cookies of this browser: any site may embed it.
  const saved = embedOf(request.query) ? undefined : request.cookies[orderCookie(order)]
  return request.query.token ?? saved ?? ''
}

const orderPage = (
  request: SaleRequest,
  area: string,
  uuid: string,
  subpage: string | undefined,
): Promise<SaleReply> => {
  if (area === 'checkout' && subpage === 'return') return returnPage(request, uuid)
  if (subpage !== undefined) return notFoundPage(request)
  if (area === 'receipt') return receiptPage(request, uuid, tokenOf(request, uuid))
  if (area === 'choice') return choicePage(request, uuid, tokenOf(request, uuid))
  return area === 'checkout'
    ? checkoutPage(request, uuid, tokenOf(request, uuid))
    : passesPage(request, uuid, tokenOf(request, uuid))
}

/** Renders the page of an address. Throws on an unexpected reply of the API; the server then shows its error page. */
export const render: Render = (request) => {
  const [area = '', key = '', subpage, ...more] = request.path.split('/').filter(Boolean)
  if (more.length > 0) return notFoundPage(request)
  if (area === '') return listPage(request)
  if (ORDER_AREAS.has(area))
    return UUID.test(key) ? orderPage(request, area, key.toLowerCase(), subpage) : notFoundPage(request)
  if (subpage !== undefined) return notFoundPage(request)
  if (area === 'ticket' && key)
    return UUID.test(key)
      ? sharedTicketPage(request, key.toLowerCase(), request.query.token ?? '')
      : notFoundPage(request)
  if (area === 'transfer' && key)
    return UUID.test(key) ? transferPage(request, key.toLowerCase(), request.query.token ?? '') : notFoundPage(request)
  if (area === 'embed-example') return key ? notFoundPage(request) : embedExamplePage(request)
  if (area === 'seat-map-preview') return key ? notFoundPage(request) : seatPreviewPage(request)
  if (area === 'legal') return legalPage(request, key)
  if (area === 'wait' && key) return waitPage(request, key)
  if (key === 'seats') return seatsPage(request, area)
  if (key) return notFoundPage(request)
  if (area === 'cancel') return cancelPage(request)
  if (area === 'refund') return refundPage(request)
  return area === 'my' ? myPage(request) : eventPage(request, area)
}

/** The preview of a draft, when the address is one; undefined for every other page, and when the link opens no draft. */
export const renderPreview = async (request: SaleRequest): Promise<SaleReply | undefined> => {
  const [key = '', ...more] = request.path.split('/').filter(Boolean)
  const token = request.query.preview
  return token && key && more.length === 0 ? previewPage(request, key, token) : undefined
}

export { pageQuery } from './serve/page-query.ts'
export { errorPage } from './serve/plain-pages.tsx'
