import { dayText } from '@kartis/i18n/format.ts'
import type { SaleReply, SaleRequest } from '../page-types.ts'
import { LEGAL, LegalPage } from '../pages/legal/legal-page.tsx'
import type { LegalKind } from '../pages/legal/legal-page.tsx'
import { MessagePage } from '../pages/message/message-page.tsx'
import { MyPage } from '../pages/my/my-page.tsx'
import { sayIn } from '../state/catalogues.ts'
import { drawn } from './render.tsx'

/** The day on which the words of the legal pages were last changed. */
const LEGAL_UPDATED = '2026-11-22'

const titled = (request: SaleRequest, title: string): string => `${title} | ${sayIn(request.lang)('sale.site.name')}`

export const lostPage = async (request: SaleRequest): Promise<SaleReply> => {
  const say = sayIn(request.lang)
  return drawn(request, {
    kind: 'message',
    status: 404,
    head: { title: titled(request, say('sale.lost.title')) },
    content: (
      <MessagePage
        icon="search"
        title={say('sale.lost.title')}
        text={say('sale.lost.text')}
        go={{ href: '/order', text: say('sale.lost.go') }}
      />
    ),
  })
}

export const errorPage = (request: SaleRequest): SaleReply => {
  const say = sayIn(request.lang)
  return drawn(request, {
    kind: 'message',
    status: 500,
    head: { title: titled(request, say('sale.lost.fault_title')) },
    content: (
      <MessagePage
        icon="warn"
        title={say('sale.lost.fault_title')}
        text={say('sale.lost.fault_text')}
        go={{ href: '', text: say('sale.lost.fault_go') }}
      />
    ),
  })
}

export const legalPage = async (request: SaleRequest, key: string): Promise<SaleReply> => {
  const kind = LEGAL.find((each): each is LegalKind => each === key)
  if (!kind) return lostPage(request)
  const say = sayIn(request.lang)
  return drawn(request, {
    kind: 'legal',
    head: {
      title: titled(request, say(`legal.${kind}.title`)),
      description: say(`legal.${kind}.description`),
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

export const myPage = async (request: SaleRequest): Promise<SaleReply> =>
  drawn(request, {
    kind: 'my',
    head: { title: sayIn(request.lang)('my.page_title') },
    content: <MyPage />,
    live: { view: {}, words: ['my'] },
  })
