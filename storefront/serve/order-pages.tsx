import type { PublicEvent } from '@kartis/contract/public-events.ts'
import type { BuyerOrder } from '@kartis/contract/public-orders.ts'
import type { QrCode, SaleReply, SaleRequest } from '../page-types.ts'
import { CheckoutPage } from '../pages/checkout/checkout-page.tsx'
import { MessagePage } from '../pages/message/message-page.tsx'
import { PassesPage } from '../pages/passes/passes-page.tsx'
import { ReturnPage } from '../pages/return/return-page.tsx'
import type { IconName } from '../shared/icon.tsx'
import { priceText } from '../shared/money.tsx'
import type { MessageKey } from '../shared/translator.ts'
import { translatorFor } from '../state/messages.ts'
import { checkoutView, passesView, sharedTicketView, ticketsOfPage, withoutCodes } from '../state/order-state.ts'
import { apiError, readApi } from './read-api.ts'
import { renderPage } from './render.tsx'

interface OrderWithEvent {
  readonly order: BuyerOrder
  /** Absent when the event is no longer published. */
  readonly event: PublicEvent | undefined
}

/** The order that the token opens, and its event; undefined when the token opens none. */
const findOrder = async (request: SaleRequest, uuid: string, token: string): Promise<OrderWithEvent | undefined> => {
  if (token === '') return undefined
  const { status, reply } = await readApi(request, '/v1/public/orders/:uuid', { params: { uuid }, orderToken: token })
  if ([401, 403, 404, 422].includes(status)) return undefined
  if (!reply) throw apiError('the order', status)
  const event = await readApi(request, '/v1/public/events/:uuid', { params: { uuid: reply.data.event.uuid } })
  return { order: reply.data, event: event.reply?.data }
}

/** A page that says one thing of an order and leads on. */
export const noticePage = (
  request: SaleRequest,
  status: number,
  icon: IconName,
  messages: { title: MessageKey; text: MessageKey; go: MessageKey },
  href: string,
): SaleReply => {
  const t = translatorFor(request.lang)
  return renderPage(request, {
    kind: 'message',
    status,
    head: { title: `${t(messages.title)} | ${t('sale.site.name')}` },
    content: (
      <MessagePage icon={icon} title={t(messages.title)} text={t(messages.text)} go={{ href, text: t(messages.go) }} />
    ),
  })
}

export const checkoutPage = async (request: SaleRequest, uuid: string, token: string): Promise<SaleReply> => {
  const found = await findOrder(request, uuid, token)
  if (!found) {
    const messages = { title: 'checkout.no_key.title', text: 'checkout.no_key.text', go: 'checkout.no_key.go' } as const
    return noticePage(request, 404, 'lock', messages, '/order/my')
  }
  const view = checkoutView(found.order, found.event, token, request.lang, request.now)
  const t = translatorFor(request.lang)
  return renderPage(request, {
    kind: 'checkout',
    head: { title: t(found.order.status === 'paid' ? 'checkout.done.page_title' : 'checkout.page_title') },
    content: <CheckoutPage view={view} />,
    hydration: { page: 'checkout', view },
  })
}

export const returnPage = async (request: SaleRequest, uuid: string): Promise<SaleReply> =>
  renderPage(request, {
    kind: 'return',
    head: { title: translatorFor(request.lang)('checkout.return.title') },
    content: <ReturnPage order={uuid} outcome={request.query.result === 'fail' ? 'fail' : 'success'} />,
    framed: true,
  })

/** A cancelled order says so wherever its link leads, and has nothing to show or to save. */
const cancelledPage = (request: SaleRequest, order: BuyerOrder): SaleReply => {
  const t = translatorFor(request.lang)
  const [waits, refund] = [order.waiting_amount > 0, order.refunded_amount > order.waiting_amount]
  const texts = [
    t('pass.cancelled_text', { number: order.number }),
    refund &&
      t('pass.cancelled_refund', {
        sum: priceText(
          (Math.round(order.refunded_amount * 100) - Math.round(order.waiting_amount * 100)) / 100,
          request.lang,
        ),
      }),
    waits && t('pass.cancelled_waiting', { sum: priceText(order.waiting_amount, request.lang) }),
  ]
  return renderPage(request, {
    kind: 'message',
    framed: false,
    head: { title: `${t('pass.cancelled_title')} | ${t('sale.site.name')}` },
    content: (
      <MessagePage
        icon="undo"
        title={t('pass.cancelled_title')}
        text={texts.filter(Boolean).join(' ')}
        go={{ href: '/order/my', text: t('pass.cancelled_go') }}
      />
    ),
  })
}

/** One ticket by its own link: for whoever it was sent to. */
export const sharedTicketPage = async (request: SaleRequest, uuid: string, token: string): Promise<SaleReply> => {
  const { status, reply } = token
    ? await readApi(request, '/v1/public/tickets/:uuid', { params: { uuid }, query: { token } })
    : { status: 404, reply: undefined }
  if ([404, 422].includes(status)) {
    const messages = { title: 'pass.shared_gone_title', text: 'pass.shared_gone_text', go: 'pass.shared_go' } as const
    return noticePage(request, 404, 'ticket', messages, '/order')
  }
  if (!reply) throw apiError('the ticket', status)
  const { lang, now, qr, query } = request
  const view = sharedTicketView(reply.data, token, { lang, now, qr, requested: query.show })
  return renderPage(request, {
    kind: 'passes',
    head: { title: translatorFor(lang)('pass.shared_page_title', { event: reply.data.event.name }) },
    content: <PassesPage view={view} />,
    hydration: { view: query.as === 'json' ? view : withoutCodes(view), page: 'passes' },
  })
}

/** Renders each code in a turn of the event loop of its own: one takes a millisecond or two, and a page has up to fifty. */
const renderCodes = async (tickets: BuyerOrder['tickets'], draw: SaleRequest['qr']): Promise<SaleRequest['qr']> => {
  const rendered = new Map<string, QrCode>()
  for (const { code } of tickets) {
    // Another person holds it.
    if (code === '') continue
    rendered.set(code, draw(code))
    await new Promise((resume) => setTimeout(resume))
  }
  return (code) => rendered.get(code) ?? draw(code)
}

export const passesPage = async (request: SaleRequest, uuid: string, token: string): Promise<SaleReply> => {
  const found = await findOrder(request, uuid, token)
  if (!found) {
    const messages = { title: 'pass.no_key_title', text: 'pass.no_key_text', go: 'pass.no_key_go' } as const
    return noticePage(request, 404, 'lock', messages, '/order/my')
  }
  const { order, event } = found
  if (order.tickets.length === 0) {
    const open = order.status === 'reserved' || order.status === 'pending_payment'
    return open
      ? noticePage(
          request,
          200,
          'clock',
          { title: 'pass.not_yet_title', text: 'pass.not_yet_text', go: 'pass.not_yet_go' },
          `/order/checkout/${uuid}?token=${encodeURIComponent(token)}`,
        )
      : noticePage(
          request,
          200,
          'ticket',
          { title: 'pass.gone_title', text: 'pass.gone_text', go: 'pass.gone_go' },
          `/order/${order.event.slug}`,
        )
  }
  if (order.tickets.every((ticket) => ticket.status === 'cancelled')) return cancelledPage(request, order)
  const { lang, now, query } = request
  const offer = await readApi(request, '/v1/public/orders/:uuid/choice', { params: { uuid }, orderToken: token })
  const qr = await renderCodes(ticketsOfPage(order, query.page), request.qr)
  const view = passesView(order, event, token, {
    lang,
    now,
    qr,
    requested: query.show,
    page: query.page,
    offer: offer.reply?.data,
  })
  return renderPage(request, {
    kind: 'passes',
    head: { title: translatorFor(lang)('pass.page_title') },
    content: <PassesPage view={view} />,
    // The codes are in the page already; a page in another language needs them in its state.
    hydration: { view: query.as === 'json' ? view : withoutCodes(view), page: 'passes' },
  })
}
