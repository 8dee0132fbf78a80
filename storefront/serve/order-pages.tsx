import type { PublicEvent } from '@kartis/contract/public-events.ts'
import type { BuyerOrder } from '@kartis/contract/public-orders.ts'
import type { SaleReply, SaleRequest } from '../page-types.ts'
import { CheckoutPage } from '../pages/checkout/checkout-page.tsx'
import { MessagePage } from '../pages/message/message-page.tsx'
import { PassesPage } from '../pages/passes/passes-page.tsx'
import { ReturnPage } from '../pages/return/return-page.tsx'
import type { IconName } from '../shared/icon.tsx'
import type { Word } from '../shared/messages.ts'
import { sayIn } from '../state/catalogues.ts'
import { checkoutView, passesView } from '../state/order-state.ts'
import { broken, drawn } from './render.tsx'

interface Found {
  readonly order: BuyerOrder
  /** Absent when the event is no longer published. */
  readonly event: PublicEvent | undefined
}

/** The order that the key opens, and its event; nothing when the key opens none. */
const findOrder = async (request: SaleRequest, uuid: string, token: string): Promise<Found | undefined> => {
  if (token === '') return undefined
  const answer = await request.api(`/public/orders/${uuid}`, token)
  if ([401, 403, 404, 422].includes(answer.status)) return undefined
  if (answer.status !== 200) throw broken('the order', answer.status)
  const order = (answer.body as { data: BuyerOrder }).data
  const event = await request.api(`/public/events/${order.event.uuid}`)
  return { order, event: event.status === 200 ? (event.body as { data: PublicEvent }).data : undefined }
}

const notice = (
  request: SaleRequest,
  status: number,
  icon: IconName,
  words: { title: Word; text: Word; go: Word },
  href: string,
): SaleReply => {
  const say = sayIn(request.lang)
  return drawn(request, {
    kind: 'message',
    status,
    head: { title: `${say(words.title)} | ${say('sale.site.name')}` },
    content: (
      <MessagePage icon={icon} title={say(words.title)} text={say(words.text)} go={{ href, text: say(words.go) }} />
    ),
  })
}

export const checkoutPage = async (request: SaleRequest, uuid: string, token: string): Promise<SaleReply> => {
  const found = await findOrder(request, uuid, token)
  if (!found) {
    const words = { title: 'checkout.no_key.title', text: 'checkout.no_key.text', go: 'checkout.no_key.go' } as const
    return notice(request, 404, 'lock', words, '/order/my')
  }
  const view = checkoutView(found.order, found.event, token, request.lang, request.now)
  const say = sayIn(request.lang)
  return drawn(request, {
    kind: 'checkout',
    head: { title: say(found.order.status === 'paid' ? 'checkout.done.page_title' : 'checkout.page_title') },
    content: <CheckoutPage view={view} />,
    live: { view, words: ['checkout', 'my.code', 'sale.limit'] },
  })
}

export const returnPage = async (request: SaleRequest, uuid: string): Promise<SaleReply> =>
  drawn(request, {
    kind: 'return',
    head: { title: sayIn(request.lang)('checkout.return.title') },
    content: <ReturnPage order={uuid} outcome={request.query.result === 'fail' ? 'fail' : 'success'} />,
    framed: true,
  })

export const passesPage = async (request: SaleRequest, uuid: string, token: string): Promise<SaleReply> => {
  const found = await findOrder(request, uuid, token)
  if (!found) {
    const words = { title: 'pass.no_key_title', text: 'pass.no_key_text', go: 'pass.no_key_go' } as const
    return notice(request, 404, 'lock', words, '/order/my')
  }
  const { order, event } = found
  if (order.tickets.length === 0) {
    const open = order.status === 'reserved' || order.status === 'pending_payment'
    return open
      ? notice(
          request,
          200,
          'clock',
          { title: 'pass.not_yet_title', text: 'pass.not_yet_text', go: 'pass.not_yet_go' },
          `/order/checkout/${uuid}?token=${encodeURIComponent(token)}`,
        )
      : notice(
          request,
          200,
          'ticket',
          { title: 'pass.gone_title', text: 'pass.gone_text', go: 'pass.gone_go' },
          `/order/${order.event.slug}`,
        )
  }
  return drawn(request, {
    kind: 'passes',
    head: { title: sayIn(request.lang)('pass.page_title') },
    content: <PassesPage view={passesView(order, event, token, request.lang, request.now, request.qr)} />,
  })
}
