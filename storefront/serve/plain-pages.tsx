import { dayText } from '@kartis/i18n/format.ts'
import type { SaleReply, SaleRequest } from '../page-types.ts'
import { CancelPage } from '../pages/cancel/cancel-page.tsx'
import { LEGAL, LegalPage } from '../pages/legal/legal-page.tsx'
import type { LegalKind } from '../pages/legal/legal-page.tsx'
import { MessagePage } from '../pages/message/message-page.tsx'
import { MyPage } from '../pages/my/my-page.tsx'
import { RefundPage } from '../pages/refund/refund-page.tsx'
import { translatorFor } from '../state/messages.ts'
import { renderPage } from './render.tsx'

/** The day on which the texts of the legal pages last changed. */
const LEGAL_UPDATED = '2026-11-28'

const titled = (request: SaleRequest, title: string): string =>
  `${title} | ${translatorFor(request.lang)('sale.site.name')}`

export const notFoundPage = async (request: SaleRequest): Promise<SaleReply> => {
  const t = translatorFor(request.lang)
  return renderPage(request, {
    kind: 'message',
    status: 404,
    head: { title: titled(request, t('sale.lost.title')) },
    content: (
      <MessagePage
        icon="search"
        title={t('sale.lost.title')}
        text={t('sale.lost.text')}
        go={{ href: '/order', text: t('sale.lost.go') }}
      />
    ),
  })
}

/** In place of an event's page: it was cancelled, it sold and is off sale, or nothing is known of it. */
export const lostPage = async (
  request: SaleRequest,
  status: number,
  detail: Readonly<Record<string, unknown>> = {},
): Promise<SaleReply> => {
  const { name } = detail
  if (typeof name !== 'string') return notFoundPage(request)
  const t = translatorFor(request.lang)
  const kind = status === 410 ? 'cancelled' : 'off_sale'
  // The name in its own direction, whatever the language of the page.
  const title = t(`sale.lost.${kind}_title`, { name: `\u2068${name}\u2069` })
  return renderPage(request, {
    kind: 'message',
    status,
    head: { title: titled(request, title) },
    content: (
      <MessagePage
        icon={kind === 'cancelled' ? 'warn' : 'ticket'}
        title={title}
        text={t(`sale.lost.${kind}_text`)}
        go={{ href: '/order/my', text: t('sale.lost.cancelled_go') }}
      />
    ),
  })
}

export const errorPage = (request: SaleRequest): SaleReply => {
  const t = translatorFor(request.lang)
  return renderPage(request, {
    kind: 'message',
    status: 500,
    head: { title: titled(request, t('sale.lost.fault_title')) },
    content: (
      <MessagePage
        icon="warn"
        title={t('sale.lost.fault_title')}
        text={t('sale.lost.fault_text')}
        go={{ href: '', text: t('sale.lost.fault_go') }}
      />
    ),
  })
}

export const legalPage = async (request: SaleRequest, key: string): Promise<SaleReply> => {
  const kind = LEGAL.find((each): each is LegalKind => each === key)
  if (!kind) return notFoundPage(request)
  const t = translatorFor(request.lang)
  return renderPage(request, {
    kind: 'legal',
    head: {
      title: titled(request, t(`legal.${kind}.title`)),
      description: t(`legal.${kind}.description`),
      canonical: `/order/legal/${kind}`,
    },
    content: (
      <LegalPage
        kind={kind}
        operator={request.operator}
        updated={dayText(`${LEGAL_UPDATED}T12:00:00Z`, request.lang)}
      />
    ),
    cache: 'shared',
  })
}

/** The request to cancel without a sign-in. */
export const cancelPage = async (request: SaleRequest): Promise<SaleReply> =>
  renderPage(request, {
    kind: 'cancel',
    head: { title: titled(request, translatorFor(request.lang)('my.request.page_title')) },
    content: <CancelPage />,
    hydration: { page: 'cancel', view: {} },
  })

/** The form for the bank account of a refund. Its token is in the part of the address that no server sees. */
export const refundPage = async (request: SaleRequest): Promise<SaleReply> =>
  renderPage(request, {
    kind: 'refund',
    head: { title: titled(request, translatorFor(request.lang)('choice.bank.page_title')) },
    content: <RefundPage />,
    hydration: { page: 'refund', view: {} },
  })

export const myPage = async (request: SaleRequest): Promise<SaleReply> =>
  renderPage(request, {
    kind: 'my',
    head: { title: translatorFor(request.lang)('my.page_title') },
    content: <MyPage />,
    hydration: { page: 'my', view: {} },
  })
