import type { SaleReply, SaleRequest } from '../page-types.ts'
import { TransferPage } from '../pages/transfer/transfer-page.tsx'
import { translatorFor } from '../state/messages.ts'
import { transferView } from '../state/transfer-state.ts'
import { noticePage } from './order-pages.tsx'
import { apiError, readApi } from './read-api.ts'
import { renderPage } from './render.tsx'

/** A ticket that is offered to whoever has this link. */
export const transferPage = async (request: SaleRequest, uuid: string, token: string): Promise<SaleReply> => {
  const { status, reply } = token
    ? await readApi(request, '/v1/public/ticket_transfers/:uuid', { params: { uuid }, query: { token } })
    : { status: 404, reply: undefined }
  if ([404, 422].includes(status)) {
    const messages = { title: 'transfer.gone_title', text: 'transfer.gone_text', go: 'transfer.gone_go' } as const
    return noticePage(request, 404, 'ticket', messages, '/order')
  }
  if (!reply) throw apiError('the transfer', status)
  const view = transferView(reply.data, token, request.lang)
  const t = translatorFor(request.lang)
  return renderPage(request, {
    kind: 'transfer',
    head: { title: `${t('transfer.page_title')} | ${t('sale.site.name')}` },
    content: <TransferPage view={view} />,
    hydration: { page: 'transfer', view },
  })
}
