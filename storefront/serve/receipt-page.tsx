import type { Receipt } from '@kartis/contract/receipts.ts'
import { sum, toAgorot } from '@kartis/domain/money.ts'
import { dayText, momentText } from '@kartis/i18n/format.ts'
import type { SaleReply, SaleRequest } from '../page-types.ts'
import { ReceiptPage } from '../pages/receipt/receipt-page.tsx'
import { translatorFor } from '../state/messages.ts'
import { noticePage } from './order-pages.tsx'
import { apiError, readApi } from './read-api.ts'
import { renderPage } from './render.tsx'

/** Refunds with their days, where they are all of what was refunded: versions before wrote the sum alone. */
const refundsOf = ({ refunds, refunded_amount: refunded, waiting_amount: waiting }: Receipt): Receipt['refunds'] =>
  sum(refunds.map(({ amount }) => toAgorot(amount))) === toAgorot(refunded) - toAgorot(waiting) ? refunds : []

/** The payment confirmation of an order, for whoever has its token. */
export const receiptPage = async (request: SaleRequest, uuid: string, token: string): Promise<SaleReply> => {
  const { status, reply } =
    token === ''
      ? { status: 404, reply: undefined }
      : await readApi(request, '/v1/public/orders/:uuid/receipt', { params: { uuid }, orderToken: token })
  if ([401, 403, 404, 422].includes(status)) {
    const messages = { title: 'checkout.no_key.title', text: 'checkout.no_key.text', go: 'checkout.no_key.go' } as const
    return noticePage(request, 404, 'lock', messages, '/order/my')
  }
  if (status === 409) {
    const messages = { title: 'receipt.none_title', text: 'receipt.none_text', go: 'receipt.tickets' } as const
    return noticePage(request, 200, 'file', messages, `/order/tickets/${uuid}?token=${encodeURIComponent(token)}`)
  }
  if (!reply) throw apiError('the receipt', status)
  const { lang } = request
  const t = translatorFor(lang)
  const { number, paid_at: paidAt, event } = reply.data
  const view = {
    token,
    receipt: reply.data,
    paidAt: paidAt ? momentText(paidAt, lang, event.timezone) : '',
    refunds: refundsOf(reply.data).map(({ amount, requested_at: requested, done_at: done }) => ({
      name: t(done === null ? 'receipt.refund_sent' : 'receipt.refund_done', {
        day: dayText(done ?? requested, lang, event.timezone),
      }),
      shekels: amount,
    })),
    when: momentText(event.starts_at, lang, event.timezone),
  }
  return renderPage(request, {
    kind: 'receipt',
    head: { title: t('receipt.page_title', { number }) },
    content: <ReceiptPage view={view} />,
    hydration: { page: 'receipt', view },
  })
}
