import type { SaleReply, SaleRequest } from '../page-types.ts'
import { ChoicePage } from '../pages/choice/choice-page.tsx'
import { choiceView } from '../state/choice-state.ts'
import { translatorFor } from '../state/messages.ts'
import { noticePage } from './order-pages.tsx'
import { apiError, readApi } from './read-api.ts'
import { renderPage } from './render.tsx'

/** What an organiser offers for the tickets of an order, for whoever has its token. */
export const choicePage = async (request: SaleRequest, uuid: string, token: string): Promise<SaleReply> => {
  const call = { params: { uuid }, orderToken: token }
  const order = token === '' ? undefined : await readApi(request, '/v1/public/orders/:uuid', call)
  if (!order || [401, 403, 404, 422].includes(order.status)) {
    const messages = { title: 'checkout.no_key.title', text: 'checkout.no_key.text', go: 'checkout.no_key.go' } as const
    return noticePage(request, 404, 'lock', messages, '/order/my')
  }
  if (!order.reply) throw apiError('the order', order.status)
  const offer = await readApi(request, '/v1/public/orders/:uuid/choice', call)
  if (offer.status === 404) {
    const messages = { title: 'choice.none_title', text: 'choice.none_text', go: 'choice.none_go' } as const
    return noticePage(request, 404, 'ticket', messages, `/order/tickets/${uuid}?token=${encodeURIComponent(token)}`)
  }
  if (!offer.reply) throw apiError('the offer of a refund', offer.status)
  const view = choiceView(order.reply.data, offer.reply.data, token, request.lang)
  const t = translatorFor(request.lang)
  return renderPage(request, {
    kind: 'choice',
    head: { title: `${t('choice.page_title')} | ${t('sale.site.name')}` },
    content: <ChoicePage view={view} />,
    hydration: { page: 'choice', view },
  })
}
